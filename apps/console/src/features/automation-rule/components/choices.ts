import type { Material, RelationId } from '@ruwu/contract'
import { SELECT_PLACEHOLDER } from '@ruwu/domain'
import { useCustomerFields } from '../../customer-setting/index.ts'
import { accountOptions, useSimpleAccounts } from '../../channel/index.ts'
import { useFlowChoices } from '../../flow/index.ts'
import { useUsableCards } from '../../material/index.ts'
import { useTags } from '../../tag/index.ts'

/** Props of a select of several. */
export const MANY = {
  mode: 'multiple',
  optionFilterProp: 'label',
  maxTagCount: 'responsive',
  placeholder: SELECT_PLACEHOLDER,
} as const

/** Props of a box for typed words. */
export const TYPED = {
  mode: 'tags',
  open: false,
  suffixIcon: null,
} as const

export const optionsOf = <Key extends string>(labels: Record<Key, string>, keys = Object.keys(labels) as Key[]) =>
  keys.map((value) => ({ value, label: labels[value] }))

export function useAccountOptions(chosen: readonly RelationId[]) {
  const { data: accounts } = useSimpleAccounts()
  return accountOptions(accounts, chosen)
}

/** Tags that people bind; the system's own ones can be asked for, but not changed. */
export function useTagOptions({ withSystem }: { withSystem: boolean }) {
  const { data: tags = [] } = useTags()
  return tags.filter(({ kind }) => withSystem || kind !== 'system').map(({ id, name }) => ({ value: id, label: name }))
}

export function useFieldOptions() {
  const { data: fields = [] } = useCustomerFields()
  return fields.filter(({ enabled }) => enabled).map(({ id, name }) => ({ value: id, label: name }))
}

export function useFlowOptions() {
  const { data: flows = [] } = useFlowChoices()
  return flows.map(({ id, name }) => ({ value: id, label: name }))
}

const NO_CARDS: Material[] = []

/** Cards that can be sent, by account. */
export function useCardOptions() {
  const { data: accounts = [] } = useSimpleAccounts()
  const idsOf = (source: string) => accounts.filter((it) => it.source === source).map(({ relationId }) => relationId)
  const { data: redbook = NO_CARDS } = useUsableCards('redbook', idsOf('redbook'))
  const { data: douyin = NO_CARDS } = useUsableCards('douyin', idsOf('douyin'))
  const cards = [...redbook, ...douyin]
  return accounts.flatMap(({ relationId, name }) => {
    const own = cards.filter((card) => card.relationId === relationId)
    return own.length === 0
      ? []
      : [{ label: name, options: own.map((card) => ({ value: card.id, label: card.name || card.title })) }]
  })
}
