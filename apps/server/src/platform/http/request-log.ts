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
  private made: FastifyBaseLogger | undefined

  constructor(parent: FastifyBaseLogger, bindings: Bindings, options: Options) {
    this.parent = parent
    this.bindings = bindings
    this.options = options
  }

  get level(): string {
    return this.own.level
  }

  child(bindings: Bindings, options?: Options): FastifyBaseLogger {
    return this.own.child(bindings, options)
  }

  fatal(...said: unknown[]): void {
    this.say('fatal', said)
  }

  error(...said: unknown[]): void {
    this.say('error', said)
  }

  warn(...said: unknown[]): void {
    this.say('warn', said)
  }

  info(...said: unknown[]): void {
    this.say('info', said)
  }

  debug(...said: unknown[]): void {
    this.say('debug', said)
  }

  trace(...said: unknown[]): void {
    this.say('trace', said)
  }

  silent(): void {}

  private say(level: Level, said: unknown[]): void {
    if (isHeard(level, this.options?.level ?? this.parent.level)) Reflect.apply(this.own[level], this.own, said)
  }

  private get own(): FastifyBaseLogger {
    this.made ??= this.parent.child(this.bindings, this.options)
    return this.made
  }
}

const isHeard = (level: Level, least: string) => pino.levels.values[level]! >= (pino.levels.values[least] ?? Infinity)

export const requestLog = (parent: FastifyBaseLogger, bindings: Bindings, options: Options): FastifyBaseLogger =>
  new RequestLog(parent, bindings, options) as FastifyBaseLogger
