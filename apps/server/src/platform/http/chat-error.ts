/** A refusal of the chat service's raw routes: a status and a text for the client. */
export class ChatError extends Error {
  override name = 'ChatError'
  readonly status: number

  constructor(status: 400 | 401 | 403 | 404 | 409 | 413 | 429, message: string) {
    super(message)
    this.status = status
  }
}
