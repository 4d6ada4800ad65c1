import { CARD_TYPES, type Capabilities, type CardType } from '@ruwu/contract'
import { texts } from './texts.ts'

/** Tabs of the page: groups of card types. */
type CardGroup = keyof typeof texts.tabNames

const groups: { group: CardGroup; types: CardType[] }[] = [
  { group: 'lead_form', types: ['lead_form'] },
  { group: 'contact', types: ['contact'] },
  { group: 'landing_page', types: ['landing_page'] },
  { group: 'offer', types: ['goods', 'service'] },
  { group: 'note', types: ['note'] },
]

/** The tabs for the card types the account can send. */
export const groupsFor = ({ cards }: Pick<Capabilities, 'cards'>) =>
  groups
    .map(({ group, types }) => ({ group, types: types.filter((it) => cards.includes(it)) }))
    .filter(({ types }) => types.length > 0)

/** The type in the URL if the account supports it, else the first supported one. */
export function readCardType(search: URLSearchParams, capabilities: Pick<Capabilities, 'cards'>): CardType | undefined {
  const known = groupsFor(capabilities).flatMap((it) => it.types)
  const wanted = CARD_TYPES.find((it) => it === search.get('type'))
  return wanted && known.includes(wanted) ? wanted : known[0]
}
