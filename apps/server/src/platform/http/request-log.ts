import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace'
type Bindings = Parameters<FastifyBaseLogger['child']>[0]
type Options = Parameters<FastifyBaseLogger['child']>[1]

/** Lazy logger of one request: the pino child is created at the first line, and most requests log none. */
class RequestLog {
  private readonly parent: FastifyBaseLogger
  private readonly bindings: Bindings
  private readonly options: Options
  private created: FastifyBaseLogger | undefined

  constructor(parent: FastifyBaseLogger, bindings: Bindings, options: Options) {
    this.parent = parent
    this.bindings = bindings
    this.options = options
  }

  get level(): string {
    return this.logger.level
  }

  child(bindings: Bindings, options?: Options): FastifyBaseLogger {
    return this.logger.child(bindings, options)
  }

  fatal(...args: unknown[]): void {
    this.write('fatal', args)
  }

  error(...args: unknown[]): void {
    this.write('error', args)
  }

  warn(...args: unknown[]): void {
    this.write('warn', args)
  }

  info(...args: unknown[]): void {
    this.write('info', args)
  }

  debug(...args: unknown[]): void {
    this.write('debug', args)
  }

  trace(...args: unknown[]): void {
    this.write('trace', args)
  }

  silent(): void {}

  private write(level: Level, args: unknown[]): void {
    if (isEnabled(level, this.options?.level ?? this.parent.level)) Reflect.apply(this.logger[level], this.logger, args)
  }

  private get logger(): FastifyBaseLogger {
    this.created ??= this.parent.child(this.bindings, this.options)
    return this.created
  }
}

const isEnabled = (level: Level, least: string) => pino.levels.values[level]! >= (pino.levels.values[least] ?? Infinity)

export const requestLog = (parent: FastifyBaseLogger, bindings: Bindings, options: Options): FastifyBaseLogger =>
  new RequestLog(parent, bindings, options) as FastifyBaseLogger
