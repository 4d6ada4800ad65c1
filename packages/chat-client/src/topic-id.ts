/** A DM is named from the viewer's side; whoever names it from the other side means the same. */
export function ownTopicId(topicId: string, me: string): string {
  const [a, b, ...rest] = topicId.split(':')
  return b === me && a !== undefined && rest.length === 0 ? `${b}:${a}` : topicId
}
