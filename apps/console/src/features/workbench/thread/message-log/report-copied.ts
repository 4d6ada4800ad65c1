import type { CustomerMessage } from '@ruwu/contract'
import { maskContacts } from '@ruwu/domain'
import { noteMessageCopied } from '../message.mutations.ts'

/** Audit: copying selected text with an unmasked contact is recorded like copying by menu. */
export function noteMarkedCopied(log: HTMLElement, messages: readonly CustomerMessage[]): void {
  const selection = window.getSelection()
  const words = selection?.toString() ?? ''
  if (!selection || maskContacts(words) === words) return
  const articles = [...log.querySelectorAll<HTMLElement>('article[data-chat]')]
  const marked = articles.filter((article) => selection.containsNode(article, true))
  const chatIds = new Set(marked.map(({ dataset }) => dataset.chat))
  for (const { id, chatId } of messages) if (chatIds.has(chatId)) noteMessageCopied(id)
}
