import { KNOB_GROUPS, type KnobDefinition, type KnobName, KNOBS } from './knob-table.ts'
import type { KnobValue, KnobView, Source } from './views.ts'
import type { KnobSettings } from './world/state.ts'

export type KnobScope = { source: Source; accountId: string | null }

const scopeKey = (source: Source, accountId: string) => `${source}:${accountId}`

/** Looks knobs up, the account's own before the global one. */
export class Knobs {
  private readonly settings: KnobSettings

  constructor(settings: KnobSettings) {
    this.settings = settings
  }

  set(name: KnobName, value: KnobValue | null, account?: { source: Source; accountId: string }): void {
    const place = account
      ? (this.settings.perAccount[scopeKey(account.source, account.accountId)] ??= {})
      : this.settings.global
    if (value === null) delete place[name]
    else place[name] = value
  }

  get(name: KnobName, scope: KnobScope): KnobValue | undefined {
    const own = scope.accountId === null ? undefined : this.settings.perAccount[scopeKey(scope.source, scope.accountId)]
    return own?.[name] ?? this.settings.global[name]
  }

  isOn(name: KnobName, scope: KnobScope): boolean {
    return this.get(name, scope) === true
  }

  number(name: KnobName, scope: KnobScope): number | undefined {
    const value = this.get(name, scope)
    return typeof value === 'number' ? value : undefined
  }

  /** Switches off the setting that `get` finds, whichever place it is in. */
  clear(name: KnobName, scope: KnobScope): void {
    this.replace(name, scope, null)
  }

  /** `28003070:2` answers 28003070 and leaves `28003070:1`. */
  takeCode(name: 'send.error' | 'call.error', scope: KnobScope): number | undefined {
    const value = this.get(name, scope)
    if (typeof value !== 'string') return undefined
    const [code, left] = value.split(':')
    if (left !== undefined) this.replace(name, scope, left === '1' ? null : `${code}:${Number(left) - 1}`)
    return Number(code)
  }

  views(): KnobView[] {
    return Object.entries<KnobDefinition>(KNOBS).map(([name, definition]) => ({
      name,
      groupLabel: KNOB_GROUPS[definition.group],
      ...definition,
      global: this.settings.global[name] ?? null,
      perAccount: Object.entries(this.settings.perAccount).flatMap(([key, values]) => {
        const value = values[name]
        const [source, accountId] = key.split(':') as [Source, string]
        return value === undefined ? [] : [{ source, accountId, value }]
      }),
    }))
  }

  private replace(name: KnobName, scope: KnobScope, value: KnobValue | null): void {
    const account = scope.accountId === null ? undefined : { source: scope.source, accountId: scope.accountId }
    const isOwn = account && this.settings.perAccount[scopeKey(account.source, account.accountId)]?.[name] !== undefined
    this.set(name, value, isOwn ? account : undefined)
  }
}
