import type { CardType } from '@ruwu/contract'
import { PlatformError } from '../channels/platform-error.ts'
import type { CardDraft, ChannelAccount, MediaRef, Page, PlatformCard, UploadFile } from '../channels/source.ts'
import type { FakeSource } from './fake-platform.ts'

/** The card API of a fake platform; records its calls. */
export class FakeCards {
  readonly cards = new Map<string, PlatformCard>()
  readonly asked: string[] = []
  refusal: PlatformError | undefined
  /** Calls wait for this promise. */
  pause: Promise<void> = Promise.resolve()

  constructor(source: FakeSource) {
    Object.assign(source, {
      upload: (_account: ChannelAccount, file: UploadFile) => this.upload(file),
      cards: {
        list: (_account: ChannelAccount, type: CardType, page: Page) => this.list(type, page),
        save: (_account: ChannelAccount, draft: CardDraft) => this.save(draft),
        remove: (_account: ChannelAccount, cardId: string) => this.remove(cardId),
      },
    })
  }

  put(card: Partial<PlatformCard> & { cardId: string }): void {
    this.cards.set(card.cardId, { cardType: 'lead_form', title: '免费量尺', state: 'usable', ...card })
  }

  private async ask(what: string): Promise<void> {
    this.asked.push(what)
    await this.pause
    if (this.refusal) throw this.refusal
  }

  private async upload({ bytes, contentType }: UploadFile): Promise<MediaRef> {
    await this.ask(`upload ${contentType} ${bytes.length}`)
    return { mediaId: `media-${this.asked.length}` }
  }

  private async list(type: CardType, { pageNo, pageSize }: Page) {
    await this.ask(`list ${type} ${pageNo}`)
    const all = [...this.cards.values()].filter((card) => card.cardType === type)
    return { items: all.slice((pageNo - 1) * pageSize, pageNo * pageSize), total: all.length }
  }

  private async save({ cardId = `card-${this.cards.size + 1}`, ...draft }: CardDraft): Promise<PlatformCard> {
    await this.ask(`save ${draft.title}`)
    const card: PlatformCard = { cardId, cardType: 'lead_form', ...draft, state: 'reviewing' }
    this.cards.set(cardId, card)
    return card
  }

  private async remove(cardId: string): Promise<void> {
    await this.ask(`remove ${cardId}`)
    this.cards.delete(cardId)
  }
}
