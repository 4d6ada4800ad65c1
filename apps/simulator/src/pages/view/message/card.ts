import type { CardKind, ContentView, MessageView } from '../../../views.ts'
import { type Html, html, safeUrl } from '../html.ts'
import { icon, type IconName } from '../icons.ts'
import { stateLabel } from '../parts.ts'
import type { Reader } from './content.ts'
import { CARD_NAMES, texts } from './texts.ts'

type Card = Extract<ContentView, { type: 'card' }>

const CARD_ICONS: Record<CardKind, IconName> = {
  contact: 'contact',
  lead_form: 'form',
  landing_page: 'page',
  note: 'note',
  goods: 'goods',
  service: 'service',
}

const cover = (card: Card): Html =>
  safeUrl(card.coverUrl) === ''
    ? html`<span class="card-cover">${icon(CARD_ICONS[card.cardType], 24)}</span>`
    : html`<img class="card-cover" src="${safeUrl(card.coverUrl)}" width="60" height="60" alt="" />`

const kindOf = (card: Card): string =>
  [CARD_NAMES[card.cardType], card.labels.join(' / ')].filter((it) => it !== '').join(' · ')

/** The line at a card's foot: what was done with it, or what can be. */
function foot(card: Card, message: MessageView, reader: Reader): Html | null {
  const button = (label: string) =>
    reader.open && html`<button type="button" class="button small" ${reader.open(message)}>${label}</button>`
  if (card.cardType === 'lead_form') {
    if (card.filled) return stateLabel('success', texts.submitted)
    return button(texts.fill) ?? stateLabel('off', texts.waiting)
  }
  if (card.cardType === 'contact') {
    return html`${card.isCopied && stateLabel('success', texts.copied)}${button(texts.openContact)}`
  }
  return null
}

/** What the customer filled in belongs to the card from then on. */
const filledFields = (card: Card): Html | null =>
  card.filled &&
  html`<dl class="card-fields">
    ${card.filled.map(
      (field) =>
        html`<dt>${field.label}</dt>
          <dd>${field.value}</dd>`,
    )}
  </dl>`

export const cardContent = (card: Card, message: MessageView, reader: Reader): Html =>
  html`<div class="card">
    <div class="card-head">
      ${cover(card)}
      <div class="card-words">
        <b>${card.title}</b>
        <small>${kindOf(card)}</small>
      </div>
    </div>
    ${filledFields(card)}
    <div class="card-foot">${foot(card, message, reader)}</div>
  </div>`
