import { useSearchParams } from 'react-router'

/** Stands for an id while a rule is being made. */
export const NEW = 'new'

/** What is open over the list: part of the address. */
export function useRulePlace() {
  const [search, setSearch] = useSearchParams()
  const show = (next: Record<string, string>, options?: { replace: boolean }) => setSearch(next, options)
  return {
    ruleId: search.get('rule') ?? undefined,
    from: search.get('from') ?? undefined,
    logId: search.get('log') ?? undefined,
    isTrying: search.get('try') === '1',
    openRule: (id: string) => show({ rule: id }),
    openCopy: (id: string) => show({ rule: NEW, from: id }),
    openLog: (id: string) => show({ log: id }),
    openTry: () => show({ try: '1' }),
    close: () => show({}, { replace: true }),
  }
}
