/** Something the person at the page asked for that can't be; the message is shown as it stands. */
export class ControlRefusal extends Error {
  override name = 'ControlRefusal'
  readonly status: number = 400
}

export class NotFoundError extends ControlRefusal {
  override name = 'NotFoundError'
  override readonly status = 404
}
