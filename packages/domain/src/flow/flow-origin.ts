import type { MessageOrigin } from '@ruwu/contract'

/** Who acts, in lines of the thread. */
export const flowStepName = (flowName: string): string => `工作流「${flowName}」`

const ORIGIN_LABELS: Record<MessageOrigin['type'], string> = {
  rule: '规则',
  flow: '工作流',
  followUp: '沉默跟进',
  comment: '评论回复',
}

/** `工作流「留资引导」版本 2 · 第 3 步 提问`. */
export const originText = ({ type, name, step, node, version }: MessageOrigin): string =>
  [
    `${ORIGIN_LABELS[type]}「${name}」${version === null ? '' : `版本 ${version}`}`,
    ...(step === null ? [] : [`第 ${step} 步${node === '' ? '' : ` ${node}`}`]),
  ].join(' · ')
