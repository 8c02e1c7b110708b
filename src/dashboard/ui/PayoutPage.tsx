/** Where the money goes. */
export default function PayoutPage() {
  return null
}
