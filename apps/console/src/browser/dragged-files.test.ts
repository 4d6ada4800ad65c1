import { expect, test } from 'vitest'
import { preventStrayDrops } from './dragged-files.ts'

function dragged(type: string, what: string) {
  const dataTransfer = { types: [what], dropEffect: 'copy' }
  return Object.assign(new Event(type, { cancelable: true }), { dataTransfer })
}

test.each([
  ['dragover', 'Files', true],
  ['drop', 'Files', true],
  ['drop', 'text/plain', false],
])('%s of %s beside every place that takes files keeps the page: %s', (type, what, isKept) => {
  const page = new EventTarget()
  preventStrayDrops(page)
  const event = dragged(type, what)
  page.dispatchEvent(event)

  expect(event.defaultPrevented).toBe(isKept)
  expect(event.dataTransfer.dropEffect).toBe(isKept ? 'none' : 'copy')
})

test('what a place has taken is left to it', () => {
  const page = new EventTarget()
  page.addEventListener('drop', (event) => event.preventDefault())
  preventStrayDrops(page)
  const event = dragged('drop', 'Files')
  page.dispatchEvent(event)

  expect(event.dataTransfer.dropEffect).toBe('copy')
})
