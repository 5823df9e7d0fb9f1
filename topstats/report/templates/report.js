'use strict'
const PAGE = 680 // pixels between the margins of a printed page, as in report.css
const read = (id) => JSON.parse(document.getElementById(id).textContent)
const config = read('config')
const charts = Object.entries(read('figures')).map(([id, figure]) => ({ place: document.getElementById(id), figure }))
const draw = (width) => {
  for (const { place, figure } of charts) {
    const wide = Math.min(PAGE, width || place.parentElement.clientWidth)
    if (place.wide !== wide) Plotly.react(place, figure.data, { ...figure.layout, width: wide }, config)
    place.wide = wide
  }
}
draw()
addEventListener('resize', () => draw())
addEventListener('beforeprint', () => draw(PAGE))
addEventListener('afterprint', () => draw())
