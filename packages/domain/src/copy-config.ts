import type { CardType, ChannelSettingFields, COPY_PARTS, Source } from '@ruwu/contract'
import { canSend, SOURCE_CAPABILITIES } from './channel-capability.ts'
import { followAll, welcomeProblem } from './channel-setting.ts'
import { SOURCE_LABELS } from './sources.ts'

export const COPY_PART_LABELS: Record<(typeof COPY_PARTS)[number], string> = {
  setting: '账号设置',
  aiAgent: 'AI 智能体（草稿）',
  cardRule: '发卡规则',
  knowledge: '知识库',
}

type AccountSetting = { source: Source; setting: ChannelSettingFields }

/**
 * 账号设置 as another account takes it over, and what it cannot take over. The remark stays. Platform limits are copied
 * within the same platform and by an administrator only.
 */
export function copiedSetting(
  from: AccountSetting,
  to: AccountSetting,
  isAdmin: boolean,
): { setting: ChannelSettingFields; lacks: string[] } {
  const isOtherPlatform = from.source !== to.source
  const keepsLimits = isOtherPlatform || !isAdmin
  const limits = keepsLimits ? to.setting.limits : from.setting.limits
  const welcomeLack = welcomeRefusal(to.source, { welcome: from.setting.welcome, limits })
  const limitLack = isOtherPlatform ? `按${SOURCE_LABELS[to.source]}的规定` : '只能由管理员修改'
  return {
    setting: {
      ...from.setting,
      remark: to.setting.remark,
      welcome: welcomeLack ? to.setting.welcome : from.setting.welcome,
      limits,
      // Copied values have no effect while the account follows its main account.
      follow: followAll(false),
    },
    lacks: [
      ...(keepsLimits && !isSame(from.setting.limits, limits) ? [`平台限制不复制：${limitLack}`] : []),
      ...(welcomeLack ? [`欢迎语不复制：${welcomeLack}`] : []),
    ],
  }
}

function welcomeRefusal(source: Source, setting: Pick<ChannelSettingFields, 'welcome' | 'limits'>): string | undefined {
  for (const { type } of setting.welcome.custom ? setting.welcome.parts : []) {
    const permission = canSend(SOURCE_CAPABILITIES[source], { type })
    if (!permission.allowed) return permission.reason
  }
  return welcomeProblem(setting)
}

const isSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Why an account has no counterpart of another account's card. */
export function cardLack(to: Source, card: { type: CardType; title: string }): string {
  const permission = canSend(SOURCE_CAPABILITIES[to], { type: 'card', cardType: card.type })
  return `卡片「${card.title}」：${permission.allowed ? '该账号没有同类型、同标题的卡片' : permission.reason}`
}
