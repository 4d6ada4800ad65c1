const RETRY_TEXT = '与模拟平台的连接已断开，正在重连…'

/** Hands over every new view of the page. While the stream is away a strip says so; the browser reconnects by itself. */
export function watch<View>(query: Record<string, string>, onView: (view: View) => void): void {
  const strip = document.querySelector<HTMLElement>('#connection')
  const stream = new EventSource(`/control/live?${new URLSearchParams(query)}`)
  const setLost = (isLost: boolean) => {
    if (!strip) return
    strip.textContent = isLost ? RETRY_TEXT : ''
    strip.hidden = !isLost
  }
  stream.addEventListener('open', () => setLost(false))
  stream.addEventListener('error', () => setLost(true))
  stream.addEventListener('view', (event) => onView(JSON.parse(event.data) as View))
}
