import type { Content, Notice, Topic } from '@ruwu/contract'
import { parseRecord } from './json.ts'

/** Fields shared by all members; other fields of a pushed topic are the acting admin's own. */
const SHARED = ['name', 'icon', 'kind', 'ownerId', 'admins', 'members', 'silent', 'muted', 'notice', 'extra'] as const

/** A topic after one of its `topic.*` contents. */
export function withContent(topic: Topic, { type, text = '' }: Content): Topic {
  switch (type) {
    case 'topic.update': {
      const given = parseRecord(text) ?? {}
      return { ...topic, ...Object.fromEntries(SHARED.flatMap((key) => (key in given ? [[key, given[key]]] : []))) }
    }
    case 'topic.notice': {
      const notice = parseRecord(text) as Notice | undefined
      return notice ? { ...topic, notice } : topic
    }
    case 'topic.change.owner':
      return { ...topic, ownerId: text, admins: topic.admins.filter((id) => id !== text) }
    case 'topic.silent':
      return { ...topic, silent: text !== '', muted: text !== '' }
    case 'topic.join':
      return { ...topic, members: topic.members + 1 }
    case 'topic.quit':
    case 'topic.kickout':
      return { ...topic, members: Math.max(0, topic.members - 1) }
    default:
      return topic
  }
}

/** A direct topic's id starts with the viewer; `a:b` and `b:a` are the same topic. */
export function ownTopicId(topicId: string, me: string): string {
  const [a, b, ...rest] = topicId.split(':')
  return b === me && a !== undefined && rest.length === 0 ? `${b}:${a}` : topicId
}
