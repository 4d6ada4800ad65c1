import type { LeadPushCard, LeadPushInput, LeadPushSetting, PushType, WebhookId } from '@ruwu/contract'

/** `key` names the row while it has no id. */
export type DraftTarget = { key: string; id?: WebhookId; type: PushType; url: string; secret: string }
export type LeadPushDraft = LeadPushSetting & { targets: DraftTarget[] }

export const draftOf = ({ enabled, masked, fields, targets }: LeadPushCard): LeadPushDraft => ({
  enabled,
  masked,
  fields,
  targets: targets.map(({ id, type, url }) => ({ key: id, id, type, url, secret: '' })),
})

/** A secret that was not typed is not sent: the server keeps its own. */
export const inputOf = ({ targets, ...setting }: LeadPushDraft, version: number): LeadPushInput => ({
  ...setting,
  targets: targets.map(({ id, type, url, secret }) => ({ ...(id && { id }), type, url, ...(secret && { secret }) })),
  version,
})

export const isSame = (one: LeadPushDraft, other: LeadPushDraft): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

export const withTarget = (draft: LeadPushDraft, type: PushType): LeadPushDraft['targets'] => [
  ...draft.targets,
  { key: crypto.randomUUID(), type, url: '', secret: '' },
]

/** A test calls the saved address. */
export const canTest = ({ id, url, secret }: DraftTarget, { targets }: LeadPushCard): boolean =>
  secret === '' && targets.some((kept) => kept.id === id && kept.url === url)
