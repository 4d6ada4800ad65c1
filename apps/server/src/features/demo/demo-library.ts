import type {
  AgentId,
  EntId,
  FieldId,
  QuickReplyGroupId,
  QuickReplyId,
  TagColor,
  TagGroupId,
  TagId,
} from '@ruwu/contract'
import { SYSTEM_TAGS, type SystemTag } from '@ruwu/domain'
import type { Queryable } from '../../db/database.ts'
import { derivedId } from '../../platform/ids.ts'
import { insertFields } from '../customer-setting/index.ts'
import { insertGroups, insertReplies } from '../quick-reply/index.ts'
import { insertTags } from '../tag/index.ts'
import { systemTagId } from '../../customer/customer-tags.ts'

const FIELDS = [
  { key: 'estate', name: '楼盘', type: 'text' },
  { key: 'area', name: '面积', type: 'text' },
  { key: 'handover', name: '交房时间', type: 'text' },
] as const

type DemoFields = Record<(typeof FIELDS)[number]['key'], FieldId>

export async function insertDemoFields(db: Queryable, entId: EntId): Promise<DemoFields> {
  const ids = Object.fromEntries(FIELDS.map(({ key }) => [key, derivedId<FieldId>(entId, 'field', key)])) as DemoFields
  const rows = FIELDS.map(({ key, name, type }, position) => ({ entId, id: ids[key], name, type, position }))
  await insertFields(db, rows)
  return ids
}

const COLORS: readonly TagColor[] = ['blue', 'green', 'purple', 'amber', 'teal', 'pink', 'indigo', 'orange', 'cyan']

/** Tag ids by name: system tags where they exist, others are created in the group 需求. */
export async function insertDemoTags(
  db: Queryable,
  entId: EntId,
  names: readonly string[],
  by: AgentId,
  now: Date,
): Promise<ReadonlyMap<string, TagId>> {
  const system = new Map(
    Object.entries(SYSTEM_TAGS).map(([key, { name }]) => [name as string, systemTagId(entId, key as SystemTag)]),
  )
  const groupId = derivedId<TagGroupId>(entId, 'tag-group', '需求')
  const own = [...new Set(names)].filter((name) => !system.has(name))
  const rows = own.map((name, position) => ({
    entId,
    id: derivedId<TagId>(entId, 'tag', `demo ${name}`),
    name,
    color: COLORS[position % COLORS.length] ?? 'blue',
    groupId,
    kind: 'manual' as const,
    position,
    updatedBy: by,
    createdAt: now,
    updatedAt: now,
  }))
  if (rows.length > 0) await insertTags(db, rows)
  return new Map([...system, ...rows.map((row) => [row.name, row.id] as const)])
}

const REPLIES: Record<string, readonly { title: string; content: string; code: string }[]> = {
  开场与问候: [
    {
      title: '欢迎语',
      code: 'hy',
      content: '{客户昵称}您好，我是{账号名}的{客服名}，很高兴为您服务，请问想了解哪方面？',
    },
    { title: '稍等', code: 'sd', content: '好的，您稍等一下，我马上帮您确认。' },
    { title: '下班留言', code: 'xb', content: '您好，现在是下班时间，您的消息我已收到，明早 9 点第一时间回复您。' },
  ],
  报价与材料: [
    {
      title: '报价说明',
      code: 'bj',
      content: '柜体按投影面积计价，E0 级板材 680–880 元/㎡，含五金和安装，具体以量房后的报价单为准。',
    },
    {
      title: '板材环保等级',
      code: 'hb',
      content: '我们的板材都达到 ENF 级，每批都有检测报告，量房时可以带纸质版给您看。',
    },
    { title: '五金质保', code: 'wj', content: '标配阻尼铰链和静音滑轨，柜体和五金质保 5 年，终身维护。' },
  ],
  量房与到店: [
    {
      title: '预约量房',
      code: 'lf',
      content: '上门量房免费，大概四十分钟，周六上午和周日下午都有空，您看哪个时间方便？',
    },
    { title: '到店停车', code: 'tc', content: '门店在中心广场三楼，停车从北门进，报店名免两小时停车费。' },
  ],
  售后: [
    {
      title: '售后登记',
      code: 'sh',
      content: '非常抱歉给您带来不便，麻烦拍一下现场的照片，我帮您登记，师傅会在 24 小时内联系您。',
    },
    {
      title: '致歉与补偿',
      code: 'zq',
      content: '已经核实，确实是我们没有安排好，给您安排一次免费的全屋五金保养作为补偿，您看可以吗？',
    },
  ],
}

export async function insertDemoReplies(db: Queryable, entId: EntId, now: Date): Promise<void> {
  const groups = Object.entries(REPLIES)
  const groupId = (title: string) => derivedId<QuickReplyGroupId>(entId, 'quick-reply-group', title)
  await insertGroups(
    db,
    groups.map(([title], position) => ({
      entId,
      id: groupId(title),
      ownerType: 'enterprise' as const,
      title,
      position,
    })),
  )
  await insertReplies(
    db,
    groups.flatMap(([group, replies]) =>
      replies.map((reply, position) => ({
        entId,
        id: derivedId<QuickReplyId>(entId, 'quick-reply', reply.code),
        libraryId: entId,
        groupId: groupId(group),
        position,
        updatedAt: now,
        ...reply,
      })),
    ),
  )
}
