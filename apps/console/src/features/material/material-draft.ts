import { materialApi, type AgentId, type LeadField, type Material, type RelationId } from '@ruwu/contract'
import { problemsOf } from '../../form/problems.ts'

export type MaterialDraft = {
  name: string
  agentIds: AgentId[]
  afterText: string
  expireAt: string | null
  enabled: boolean
  title: string
  image: string
  fields: LeadField[]
}

export const newDraft = (): MaterialDraft => ({
  name: '',
  agentIds: [],
  afterText: '',
  expireAt: null,
  enabled: true,
  title: '',
  image: '',
  fields: ['name', 'phone'],
})

export const draftOf = (card: Material): MaterialDraft => ({
  name: card.name,
  agentIds: card.agentIds,
  afterText: card.afterText,
  expireAt: card.expireAt,
  enabled: card.enabled,
  title: card.title,
  image: card.image,
  fields: card.fields,
})

const keyOf = ({ name, afterText, title, ...rest }: MaterialDraft) =>
  JSON.stringify([name.trim(), afterText.trim(), title.trim(), rest])

export const isSameDraft = (a: MaterialDraft, b: MaterialDraft) => keyOf(a) === keyOf(b)

const ownPart = ({ name, agentIds, afterText, expireAt, enabled }: MaterialDraft) => ({
  name,
  agentIds,
  afterText,
  expireAt,
  enabled,
})

const platformPart = ({ title, image, fields }: MaterialDraft) => ({ title, image, fields })

export const createBody = (relationId: RelationId, draft: MaterialDraft) => ({
  relationId,
  type: 'lead_form' as const,
  ...ownPart(draft),
  ...platformPart(draft),
})

/** Platform content is sent only when changed: sending it starts another review. */
export function updateBody(base: Material, draft: MaterialDraft) {
  const hasNewContent = JSON.stringify(platformPart(draft)) !== JSON.stringify(platformPart(draftOf(base)))
  return { id: base.id, version: base.version, ...ownPart(draft), ...(hasNewContent && platformPart(draft)) }
}

/** The server's checks. For a card created on the platform only our own fields are checked. */
export const checkDraft = (relationId: RelationId, base: Material | undefined, draft: MaterialDraft) =>
  problemsOf(
    base
      ? materialApi.update.body.safeParse(updateBody(base, draft))
      : materialApi.save.body.safeParse(createBody(relationId, draft)),
  )
