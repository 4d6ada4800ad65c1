import { useSearchParams } from 'react-router'

/** Takes the place of an id in the URL while a rule is created. */
export const NEW_RULE = 'new'

/** The open overlay, kept in the URL. */
export function useRuleUrl() {
  const [search, setSearch] = useSearchParams()
  const show = (next: Record<string, string>, options?: { replace: boolean }) => setSearch(next, options)
  return {
    ruleId: search.get('rule') ?? undefined,
    from: search.get('from') ?? undefined,
    logId: search.get('log') ?? undefined,
    isTrying: search.get('try') === '1',
    openRule: (id: string) => show({ rule: id }),
    openCopy: (id: string) => show({ rule: NEW_RULE, from: id }),
    openLog: (id: string) => show({ log: id }),
    openTry: () => show({ try: '1' }),
    close: () => show({}, { replace: true }),
  }
}
