import { ChatError } from '../../platform/http/chat-error.ts'

/** A client knows a conversation deleted elsewhere by these digits. */
export const conversationNotFound = () => new ChatError(404, '404 conversation not found')
