import type { Capabilities, CustomerDetail, Material, RelationId } from '@ruwu/contract'
import { canSend, CARD_TYPE_LABELS, LEAD_FIELD_LABELS } from '@ruwu/domain'
import { Button, confirm, Dialog, Empty, ErrorBlock, SkeletonRows } from '@ruwu/ui'
import { Tabs } from 'antd'
import { IdCard } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../../../api/errors.ts'
import { showError } from '../../../../api/show-error.ts'
import { StoredImage } from '../../../../stored-file/stored-image.tsx'
import { sendQueue } from '../sending/sending.ts'
import { texts } from '../texts.ts'
import { cardContent } from './card-content.ts'
import styles from './card-dialog.module.css'
import { CARD_TABS, type CardTab, cardTabOf } from '../card-requests.ts'
import { useUsableCards } from '../../../material/index.ts'
import { ManualRules } from './manual-rules.tsx'
import { wasCardSent } from './sent-cards.ts'

type CardDialogProps = {
  customer: CustomerDetail
  capabilities: Capabilities
  /** The accounts whose cards may be sent. */
  relationIds: readonly RelationId[]
  tab: CardTab
  onClose: () => void
}

/** The cards that can be sent to this customer. The composer's text stays. */
export function CardDialog({ customer, capabilities, relationIds, tab, onClose }: CardDialogProps) {
  const cards = useUsableCards(customer.source, relationIds)
  return (
    <Dialog title={texts.cardTitle} wide onCancel={onClose} footer={<Button onClick={onClose}>{texts.cancel}</Button>}>
      <ManualRules customerId={customer.customerId} onSent={onClose} />
      <Tabs
        defaultActiveKey={tab}
        items={CARD_TABS.map((key) => ({
          key,
          label: texts.cardTabs[key],
          children: cards.error ? (
            <ErrorBlock message={messageOf(cards.error)} onRetry={cards.refetch} />
          ) : !cards.data ? (
            <SkeletonRows rows={3} height={72} />
          ) : (
            <Cards
              customer={customer}
              cards={cards.data.filter((it) => cardTabOf(it.type) === key)}
              none={noneText(capabilities, key)}
              onSent={onClose}
            />
          ),
        }))}
      />
    </Dialog>
  )
}

/** Why a card type is unavailable, or that there is no card of it. */
function noneText(capabilities: Capabilities, tab: CardTab): string {
  const permission = tab === 'other' ? undefined : canSend(capabilities, { type: 'card', cardType: tab })
  return permission?.allowed === false ? permission.reason : texts.noCards
}

type CardsProps = { customer: CustomerDetail; cards: readonly Material[]; none: string; onSent: () => void }

function Cards({ customer: { customerId }, cards, none, onSent }: CardsProps) {
  const [asking, setAsking] = useState<Material>()
  const send = async (card: Material) => {
    setAsking(card)
    try {
      const isAgain = await wasCardSent(customerId, card.id)
      if (isAgain && !(await confirm({ title: texts.sentBefore }))) return
      sendQueue().send(customerId, [cardContent(card)])
      onSent()
    } catch (error) {
      showError(error)
    } finally {
      setAsking(undefined)
    }
  }
  if (cards.length === 0)
    return (
      <Empty
        icon={IdCard}
        text={none}
        action={none === texts.noCards && <small className={styles.hint}>{texts.noCardsHint}</small>}
      />
    )
  return (
    <ul className={styles.cards}>
      {cards.map((card) => (
        <li key={card.id}>
          <span className={styles.art}>
            {card.image ? <StoredImage url={card.image} alt="" /> : <IdCard size={24} strokeWidth={1.5} />}
          </span>
          <span className={styles.words}>
            <b className="cut">{card.title || card.name}</b>
            <small className="cut">{factsOf(card)}</small>
          </span>
          <Button size="sm" busy={asking === card} aria-label={texts.sendCard(card.name)} onClick={() => send(card)}>
            {texts.send}
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** 留资卡 · 姓名 / 手机号 / 城市 */
const factsOf = ({ type, fields, number, subtitle, name, title }: Material) =>
  [
    CARD_TYPE_LABELS[type],
    fields.map((field) => LEAD_FIELD_LABELS[field]).join(' / ') || number || subtitle,
    name === title ? '' : name,
  ]
    .filter(Boolean)
    .join(' · ')
