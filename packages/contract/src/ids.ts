import { z } from 'zod'

const hex32 = /^[0-9a-f]{32}$/

/** Ids are 32 hexadecimal characters on the wire; branded, so that one kind is not assignable to another. */
const id = <B extends string>() => z.string().regex(hex32, '标识格式不正确').brand<B, 'inout'>()

export const EntId = id<'EntId'>()
export type EntId = z.infer<typeof EntId>

export const AgentId = id<'AgentId'>()
export type AgentId = z.infer<typeof AgentId>

export const RoleId = id<'RoleId'>()
export type RoleId = z.infer<typeof RoleId>

/** A channel account, main or sub: `relationId` on the wire, `subSourceId` on a customer. */
export const RelationId = id<'RelationId'>()
export type RelationId = z.infer<typeof RelationId>

export const CustomerId = id<'CustomerId'>()
export type CustomerId = z.infer<typeof CustomerId>

export const CertificationId = id<'CertificationId'>()
export type CertificationId = z.infer<typeof CertificationId>

export const SessionId = id<'SessionId'>()
export type SessionId = z.infer<typeof SessionId>

export const MessageId = id<'MessageId'>()
export type MessageId = z.infer<typeof MessageId>

export const MaterialId = id<'MaterialId'>()
export type MaterialId = z.infer<typeof MaterialId>

export const CardRuleId = id<'CardRuleId'>()
export type CardRuleId = z.infer<typeof CardRuleId>

export const TagId = id<'TagId'>()
export type TagId = z.infer<typeof TagId>

export const TagGroupId = id<'TagGroupId'>()
export type TagGroupId = z.infer<typeof TagGroupId>

export const LeadId = id<'LeadId'>()
export type LeadId = z.infer<typeof LeadId>

export const NoteId = id<'NoteId'>()
export type NoteId = z.infer<typeof NoteId>

export const ScheduledMessageId = id<'ScheduledMessageId'>()
export type ScheduledMessageId = z.infer<typeof ScheduledMessageId>

export const NoticeId = id<'NoticeId'>()
export type NoticeId = z.infer<typeof NoticeId>

export const ReminderId = id<'ReminderId'>()
export type ReminderId = z.infer<typeof ReminderId>

export const FieldId = id<'FieldId'>()
export type FieldId = z.infer<typeof FieldId>

export const StageId = id<'StageId'>()
export type StageId = z.infer<typeof StageId>

export const PlanId = id<'PlanId'>()
export type PlanId = z.infer<typeof PlanId>

export const QuickReplyGroupId = id<'QuickReplyGroupId'>()
export type QuickReplyGroupId = z.infer<typeof QuickReplyGroupId>

export const QuickReplyId = id<'QuickReplyId'>()
export type QuickReplyId = z.infer<typeof QuickReplyId>

export const KnowledgeId = id<'KnowledgeId'>()
export type KnowledgeId = z.infer<typeof KnowledgeId>

export const CandidateId = id<'CandidateId'>()
export type CandidateId = z.infer<typeof CandidateId>

export const MissId = id<'MissId'>()
export type MissId = z.infer<typeof MissId>

export const AiTestId = id<'AiTestId'>()
export type AiTestId = z.infer<typeof AiTestId>

export const AiRunId = id<'AiRunId'>()
export type AiRunId = z.infer<typeof AiRunId>

export const PreviewId = id<'PreviewId'>()
export type PreviewId = z.infer<typeof PreviewId>

export const PointLotId = id<'PointLotId'>()
export type PointLotId = z.infer<typeof PointLotId>

export const PointRowId = id<'PointRowId'>()
export type PointRowId = z.infer<typeof PointRowId>

export const AutomationRuleId = id<'AutomationRuleId'>()
export type AutomationRuleId = z.infer<typeof AutomationRuleId>

export const AutomationRunId = id<'AutomationRunId'>()
export type AutomationRunId = z.infer<typeof AutomationRunId>

export const FlowId = id<'FlowId'>()
export type FlowId = z.infer<typeof FlowId>

export const BannedWordId = id<'BannedWordId'>()
export type BannedWordId = z.infer<typeof BannedWordId>

export const AutomationLogId = id<'AutomationLogId'>()
export type AutomationLogId = z.infer<typeof AutomationLogId>

export const FlowRunId = id<'FlowRunId'>()
export type FlowRunId = z.infer<typeof FlowRunId>

/** A request of an application that waits for an agent's consent. */
export const EmpowerId = id<'EmpowerId'>()
export type EmpowerId = z.infer<typeof EmpowerId>

export const GrantId = id<'GrantId'>()
export type GrantId = z.infer<typeof GrantId>

export const ExportId = id<'ExportId'>()
export type ExportId = z.infer<typeof ExportId>

export const WebhookId = id<'WebhookId'>()
export type WebhookId = z.infer<typeof WebhookId>

export const WebhookDeliveryId = id<'WebhookDeliveryId'>()
export type WebhookDeliveryId = z.infer<typeof WebhookDeliveryId>

/** A visitor's demo; its enterprise has the same id. */
export const DemoId = id<'DemoId'>()
export type DemoId = z.infer<typeof DemoId>

export const CaptchaId = id<'CaptchaId'>()
export type CaptchaId = z.infer<typeof CaptchaId>

/** Years 1 to 9999: four digits in ISO strings and in PostgreSQL. */
const FIRST_MS = Date.parse('0001-01-01T00:00:00.000Z')
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z')
const isKept = (instant: string) => {
  const ms = Date.parse(instant)
  return ms >= FIRST_MS && ms <= LAST_MS
}

const OUT_OF_CALENDAR = '时间超出范围'

/** RFC 3339 in UTC with milliseconds: fixed width, so instants compare as strings. */
export const Instant = z.iso.datetime({ precision: 3 }).refine(isKept, OUT_OF_CALENDAR)
export type Instant = z.infer<typeof Instant>

/** RFC 3339 in any time zone, as chat clients send it. */
export const ZonedInstant = z.iso.datetime({ offset: true }).refine(isKept, OUT_OF_CALENDAR)
