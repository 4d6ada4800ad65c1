import { describe, expect, test } from 'vitest'
import type { ContentView, MessageView } from '../../../views.ts'
import { card, message, NOTE, ownText, textMessage } from '../../testing/sample-views.ts'
import { html } from '../html.ts'
import { messageContent, type Reader } from './content.ts'
import { thread } from './thread.ts'

const reader: Reader = {
  source: 'redbook',
  side: 'customer',
  open: ({ messageId }) => html`data-open="${messageId}"`,
  ask: (_, index) => html`data-ask="${index}"`,
  recall: ({ messageId }) => html`data-recall="${messageId}"`,
}

const shown = (content: ContentView, as: Reader = reader): string => messageContent(message(content), as).text

const threadOf = (messages: MessageView[], as: Reader = reader): string =>
  thread(messages, as, { customerAvatar: '', merchantAvatar: '' }, '2026-11-15T02:08:00.000Z').text

describe('text', () => {
  test('keeps its lines and never becomes markup', () => {
    expect(shown({ type: 'text', text: '第一行\n<img src=x onerror=alert(1)>' })).toBe(
      '<p class="bubble">第一行\n&lt;img src=x onerror=alert(1)&gt;</p>',
    )
  })

  test('shows the emoji of its own platform and leaves those of the other as typed', () => {
    const text = '好看[害羞R][捂脸]'

    expect(shown({ type: 'text', text })).toContain('alt="[害羞R]"')
    expect(shown({ type: 'text', text })).toContain('[捂脸]</p>')
    expect(shown({ type: 'text', text }, { ...reader, source: 'douyin' })).toContain('alt="[捂脸]"')
  })
})

describe('media', () => {
  test('a large picture is drawn within its bounds and keeps its shape', () => {
    expect(shown({ type: 'image', url: '/media/a.png', width: 720, height: 960 })).toMatch(
      /src="\/media\/a\.png"\s+width="165"\s+height="220"/,
    )
  })

  test('an address that is none is not used', () => {
    expect(shown({ type: 'image', url: 'javascript:alert(1)', width: 10, height: 10 })).toContain('src=""')
  })

  test('video and voice say how long they are', () => {
    expect(shown({ type: 'video', url: '/v.mp4', coverUrl: '/c.png', durationMs: 3000 })).toContain('0:03')
    expect(shown({ type: 'voice', url: '/v.wav', durationMs: 65_000 })).toContain('aria-label="播放语音 1:05"')
  })

  test('an emoticon is named', () => {
    const content = { type: 'emoticon', name: '谢谢你', url: '/e.gif', width: 160, height: 160 } as const

    expect(shown(content)).toContain('alt="谢谢你"')
  })

  test('a shared note has its title and author', () => {
    expect(shown({ type: 'post', post: NOTE })).toContain(NOTE.title)
    expect(shown({ type: 'post', post: NOTE })).toContain('笔记 · 云杉家居旗舰店')
  })
})

describe('cards', () => {
  test('a blank lead card can be filled by the customer only', () => {
    const lead = message(card())

    expect(messageContent(lead, reader).text).toContain(`data-open="${lead.messageId}"`)
    expect(shown(card(), { source: 'redbook', side: 'merchant' })).toContain('待客户填写')
  })

  test('a submitted lead card shows what was filled in and no button', () => {
    const content = shown(card({ filled: [{ label: '手机号', value: '13800001234' }] }))

    expect(content).toContain('13800001234')
    expect(content).toContain('已提交')
    expect(content).not.toContain('data-open')
  })

  test('a contact card keeps the WeChat name behind its button', () => {
    const contact = card({ cardType: 'contact', labels: [], wechat: 'ys-home-001' })

    expect(shown(contact)).toContain('查看名片')
    expect(shown(contact)).not.toContain('ys-home-001')
    expect(shown({ ...contact, isCopied: true })).toContain('已复制微信号')
  })

  test.each([
    ['landing_page', '落地页'],
    ['note', '笔记'],
    ['goods', '商品'],
    ['service', '服务'],
  ] as const)('a %s card says what it is', (cardType, name) => {
    expect(shown(card({ cardType, labels: [] }))).toContain(`<small>${name}</small>`)
  })

  test('every question of a guide can be tapped by the customer, none by the merchant', () => {
    const guide = { type: 'question_guide', title: '您更关心哪一点？', questions: ['价格', '工期'] } as const

    expect(shown({ ...guide, questions: [...guide.questions] })).toMatch(/data-ask="0".*data-ask="1"/s)
    expect(shown({ ...guide, questions: [...guide.questions] }, { source: 'douyin', side: 'merchant' })).not.toContain(
      '<button',
    )
  })
})

describe('the thread', () => {
  test('a recalled message leaves a line and nothing of its content', () => {
    const recalled = textMessage('报价 3 万', { isRecalled: true, recalledBy: 'merchant' })

    expect(threadOf([recalled])).toContain('对方撤回了一条消息')
    expect(threadOf([recalled])).not.toContain('报价')
    expect(threadOf([recalled], { ...reader, side: 'merchant' })).toContain('你撤回了一条消息')
  })

  test('only own messages offer recall, and only while it is possible', () => {
    const own = ownText('多少钱', { canRecall: true })

    expect(threadOf([own])).toContain(`data-recall="${own.messageId}"`)
    expect(threadOf([{ ...own, canRecall: false }])).not.toContain('data-recall')
    expect(threadOf([textMessage('您好', { canRecall: true })])).not.toContain('data-recall')
  })

  test('the merchant sees which hand wrote, the customer does not', () => {
    const fromApp = textMessage('您好', { origin: 'app', staffName: '阿宁' })

    expect(threadOf([fromApp], { ...reader, side: 'merchant' })).toContain('阿宁 · 商家 App')
    expect(threadOf([fromApp])).not.toContain('商家 App')
  })

  test('the time is said at first and after a pause', () => {
    const messages = ['02:00', '02:01', '02:07'].map((time) => ownText('在吗', { at: `2026-11-15T${time}:00.000Z` }))

    expect(threadOf(messages).match(/<time/g)).toHaveLength(2)
  })
})
