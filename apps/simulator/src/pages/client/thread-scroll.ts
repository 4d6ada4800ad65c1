/** How near the end still counts as reading the newest. */
const NEAR_PX = 80

let shown = ''
let lastKey: string | null = null
let isAtEnd = true

/** Keeps the newest message in sight, unless the reader went up to older ones. `name` says which thread it is. */
export function followThread(root: ParentNode, name: string): void {
  const thread = root.querySelector<HTMLElement>('.thread')
  if (!thread) return
  const newest = thread.lastElementChild
  const key = newest?.getAttribute('data-key') ?? null
  const hasSpoken = key !== lastKey && newest?.querySelector('.own') !== null
  if (isAtEnd || name !== shown || hasSpoken) thread.scrollTop = thread.scrollHeight
  shown = name
  lastKey = key
}

addEventListener(
  'scroll',
  ({ target }) => {
    if (!(target instanceof HTMLElement) || !target.matches('.thread')) return
    isAtEnd = target.scrollHeight - target.scrollTop - target.clientHeight < NEAR_PX
  },
  { capture: true, passive: true },
)
