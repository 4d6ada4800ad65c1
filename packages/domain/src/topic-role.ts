export type TopicRoles = { ownerId?: string | null; admins?: readonly string[] | null }

export function isTopicOwner(topic: TopicRoles, userId: string): boolean {
  return userId !== '' && topic.ownerId === userId
}

export function isTopicAdmin(topic: TopicRoles, userId: string): boolean {
  return topic.admins?.includes(userId) ?? false
}
