import { ChatError } from '../../platform/http/chat-error.ts'

/** Clients recognise a conversation deleted elsewhere by the digits `404` in the message. */
export const conversationNotFound = () => new ChatError(404, '404 conversation not found')
