'use strict'
const PAGE = 680 // pixels between the margins of a printed page, as in report.css
const LOWER = 0.8 // so that two charts with their tables go on a printed page
const read = (id) => JSON.parse(document.getElementById(id).textContent)
const config = read('config')
const charts = Object.entries(read('figures')).map(([id, figure]) => ({ place: document.getElementById(id), figure }))
const draw = (isPrint) => {
  for (const { place, figure } of charts) {
    const width = isPrint ? PAGE : Math.min(PAGE, place.parentElement.clientWidth)
    const height = figure.layout.height * (isPrint ? LOWER : 1)
    const size = `${width} ${height}`
    if (place.dataset.size !== size) Plotly.react(place, figure.data, { ...figure.layout, width, height }, config)
    place.dataset.size = size
  }
}
draw(false)
addEventListener('resize', () => draw(false))
addEventListener('beforeprint', () => draw(true))
addEventListener('afterprint', () => draw(false))
