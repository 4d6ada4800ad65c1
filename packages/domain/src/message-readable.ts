/** Whether people see this content as a message: it counts as unread and may become the last message. */
export function isReadable(content: { type: string; unreadable?: boolean | null }): boolean {
  return !content.unreadable && content.type !== '' && content.type !== 'recall'
}
