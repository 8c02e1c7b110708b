// Shows what src/orders/receipts/offline/OfflineFacts.tsx keeps on this device, as text and nothing else.
const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)

function read() {
  try {
    const kept = JSON.parse(localStorage.getItem('offline-bookings') ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => Array.isArray(one?.lines) && one.date >= day) : []
  } catch {
    return []
  }
}

const bookings = read()
for (const { lines } of bookings) {
  const row = document.createElement('li')
  for (const [place, line] of lines.entries()) {
    const part = document.createElement(place === 0 ? 'strong' : 'span')
    part.textContent = String(line)
    row.append(part)
  }
  document.querySelector('#bookings ul').append(row)
}
if (bookings.length > 0) document.getElementById('bookings').hidden = false
document.querySelector('.again').addEventListener('click', () => location.reload())
addEventListener('online', () => location.reload())
