import { expect, test, vi } from 'vitest'
import { onPreviewFrame, subscribePreviewFrames } from './preview.events.ts'

const payload = { type: 'preview', convId: 'c'.repeat(32), turnId: 't1', state: 'thinking' }
const frame = (type: string, text: unknown) => ({ type, content: { type, text } })

test('a subscriber receives the frames of a preview until it unsubscribes', () => {
  const listener = vi.fn()
  const stop = subscribePreviewFrames(listener)

  onPreviewFrame(frame('preview', JSON.stringify(payload)))
  stop()
  onPreviewFrame(frame('preview', JSON.stringify(payload)))

  expect(listener.mock.calls).toEqual([[payload]])
})

test.each([
  ['another kind of frame', frame('typing', JSON.stringify(payload))],
  ['no content', { type: 'preview' }],
  ['no JSON', frame('preview', '{')],
  ['a state of a newer server', frame('preview', JSON.stringify({ ...payload, state: 'dreaming' }))],
])('%s is not heard', (_, given) => {
  const listener = vi.fn()
  const stop = subscribePreviewFrames(listener)

  onPreviewFrame(given)
  stop()

  expect(listener).not.toHaveBeenCalled()
})
