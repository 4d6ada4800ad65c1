import { Readable, Writable } from 'node:stream'
import type { Client } from 'pg'

/** The part of the driver's connection that COPY needs; the driver parses these messages but offers no stream. */
type Wire = {
  stream: { pause(): void; resume(): void; writableNeedDrain: boolean; once(event: 'drain', act: () => void): void }
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}
type CommandComplete = { text: string }

const rowsIn = (message: CommandComplete) => Number(message.text.split(' ').at(-1))

/** `COPY … TO STDOUT` as a stream of bytes. */
class CopyOut extends Readable {
  rows = 0
  private wire: Wire | undefined
  private readonly text: string

  constructor(text: string) {
    super()
    this.text = text
  }
  submit(wire: Wire): void {
    this.wire = wire
    wire.query(this.text)
  }
  override _read(): void {
    this.wire?.stream.resume()
  }
  handleCopyData(message: { chunk: Buffer }, wire: Wire): void {
    // Copied, because the driver reuses the message's buffer.
    if (!this.push(Buffer.from(message.chunk))) wire.stream.pause()
  }
  handleCommandComplete(message: CommandComplete): void {
    this.rows = rowsIn(message)
  }
  handleReadyForQuery(): void {
    this.push(null)
  }
  handleError(error: Error): void {
    this.destroy(error)
  }
}

/** `COPY … FROM STDIN` as a stream to write to; it finishes when the server has taken all rows. */
class CopyIn extends Writable {
  rows = 0
  private wire: Wire | undefined
  private readonly text: string
  private begin: () => void = () => {}
  private complete: () => void = () => {}

  constructor(text: string) {
    super()
    this.text = text
  }
  override _construct(callback: () => void): void {
    this.begin = callback
  }
  submit(wire: Wire): void {
    this.wire = wire
    wire.query(this.text)
  }
  handleCopyInResponse(): void {
    this.opened()
  }
  private opened(): void {
    const begin = this.begin
    this.begin = () => {}
    begin()
  }
  override _write(chunk: Buffer, _encoding: string, callback: () => void): void {
    this.wire?.sendCopyFromChunk(chunk)
    if (this.wire?.stream.writableNeedDrain) this.wire.stream.once('drain', callback)
    else callback()
  }
  // destroy() of a stream under construction is delayed until it is constructed.
  handleError(error: Error): void {
    this.opened()
    this.destroy(error)
  }
  override _final(callback: () => void): void {
    this.complete = callback
    this.wire?.endCopyFrom()
  }
  handleCommandComplete(message: CommandComplete): void {
    this.rows = rowsIn(message)
  }
  handleReadyForQuery(): void {
    this.complete()
  }
}

// The driver's types want its own Connection class; what it calls on a query is the methods above.
type Submit = Parameters<Client['query']>[0]

export function copyOut(client: Client, text: string): CopyOut {
  const stream = new CopyOut(text)
  void client.query(stream as unknown as Submit)
  return stream
}

export function copyIn(client: Client, text: string): CopyIn {
  const stream = new CopyIn(text)
  void client.query(stream as unknown as Submit)
  return stream
}
