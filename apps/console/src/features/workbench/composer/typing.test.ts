import { expect, test } from 'vitest'
import { createTypingThrottle } from './composing.ts'

test('the typing indicator is sent at most every three seconds per customer', () => {
  let now = 0
  const told: string[] = []
  const typing = createTypingThrottle(() => now)
  const tell = ({ topicId }: { topicId: string }) => void told.push(topicId)

  typing('ada', tell)
  now = 2999
  typing('ada', tell)
  typing('bob', tell)
  now = 5999
  typing('bob', tell)

  expect(told).toEqual(['ada', 'bob', 'bob'])
})
