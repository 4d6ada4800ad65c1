import { isDeepStrictEqual } from 'node:util'
import type { Simulation, Seat } from './simulation.ts'
import { type StoredConversation, storedConversations, type StoredMessage, storedMessages } from './stored.ts'

/** Every violated invariant at the end of a simulation: order, gaps, duplicates, losses, counts. */
export async function findViolations(simulation: Simulation): Promise<string[]> {
  const violations: string[] = simulation.errors.map(String)
  const check = (isRight: boolean, violation: string) => isRight || violations.push(violation)

  for (const topics of simulation.delivered.values())
    for (const seqs of topics.values()) check(isRow(seqs), `delivered twice, late or not at all: ${seqs.join()}`)

  for (const topicId of simulation.topics) {
    const stored = await storedMessages(simulation.nodes, topicId)
    const conversations = await storedConversations(simulation.nodes, topicId)
    check(isRow([0, ...stored.map(({ seq }) => seq)]), `the numbers of ${topicId} have a hole`)
    check(new Set(stored.map(({ chatId }) => chatId)).size === stored.length, `a name is twice in ${topicId}`)

    for (const { chatId, seq } of simulation.acked.filter((each) => each.topicId === topicId))
      check(stored[seq - 1]?.chatId === chatId, `${chatId} was acknowledged as ${seq} in ${topicId} and is not there`)

    const texts = stored.flatMap(({ content }) => (content.type === 'text' ? [content.text ?? ''] : []))
    const recalled = stored.filter(({ recall }) => recall).length
    const sends = simulation.sends.filter((each) => each.topicId === topicId)
    check(new Set(texts).size === texts.length, `a text is stored twice in ${topicId}`)
    check(texts.length + recalled === sends.length, `${sends.length - texts.length - recalled} lost in ${topicId}`)

    for (const seat of simulation.seats.filter((each) => simulation.topicsOf(each).includes(topicId))) {
      const smooth = sends.filter(
        ({ by, text, isPosted }) => by === seat && !isPosted && !simulation.hasFailed.has(text),
      )
      const places = smooth.map(({ text }) => texts.indexOf(text)).filter((place) => place >= 0)
      check(isAscending(places), `${seat.name} sent in another order in ${topicId}`)
      violations.push(...otherMessages(seat, topicId, stored))
      // A client that did not reconnect may have missed that another client of the same user read earlier messages.
      if (simulation.endsByReconnecting) violations.push(...otherCounts(seat, topicId, conversations))
    }
  }
  return violations
}

function otherMessages({ name, client }: Seat, topicId: string, stored: readonly StoredMessage[]): string[] {
  const held = client.messages(topicId)
  const shown = held.map(({ seq, chatId, senderId, content, recall }) => ({ seq, chatId, senderId, content, recall }))
  const at = Array.from({ length: Math.max(shown.length, stored.length) }).findIndex(
    (_, index) => !isDeepStrictEqual(shown[index], stored[index]),
  )
  if (at < 0) return []
  const [own, theirs] = [JSON.stringify(shown[at]), JSON.stringify(stored[at])]
  return [`${name} holds ${shown.length} of ${stored.length} messages of ${topicId}, first ${own} instead of ${theirs}`]
}

/** The list as it is held, without asking. */
function otherCounts({ name, userId, client }: Seat, topicId: string, stored: readonly StoredConversation[]): string[] {
  const theirs = stored.find(({ ownerId }) => ownerId === userId)
  const ends = topicId.split(':').toSorted().join(':')
  const own = client.conversations().find((each) => each.topicId.split(':').toSorted().join(':') === ends)
  return (['unread', 'lastSeq', 'lastReadSeq'] as const)
    .filter((key) => own?.[key] !== theirs?.[key])
    .map((key) => `${name} has ${key} ${own?.[key]}, not ${theirs?.[key]}, of ${topicId}`)
}

const isAscending = (numbers: number[]) => numbers.every((n, index) => index === 0 || numbers[index - 1]! < n)
const isRow = (numbers: number[]) => numbers.every((n, index) => n === numbers[0]! + index)
