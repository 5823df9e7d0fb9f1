"""The page: `make app`, or `streamlit run app.py`."""

import streamlit as st

st.set_page_config(page_title="topstats", page_icon="🎲", layout="wide")
st.title("topstats")
