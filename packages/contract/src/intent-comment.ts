import { z } from 'zod'
import { typedText } from './text.ts'

/** 关键词, AI 判定. */
export const COMMENT_MODES = ['keyword', 'ai'] as const

export const COMMENT_LIMITS = { keywords: 50, keyword: 20, reply: 100, message: 200 } as const

/** 意向评论: comments that show intent are answered, and the person is led to the private messages. */
export const CommentSetting = z
  .object({
    enabled: z.boolean(),
    /** 判定方式. */
    mode: z.enum(COMMENT_MODES),
    /** Kept while the mode is `ai`. */
    keywords: z
      .array(typedText(COMMENT_LIMITS.keyword, `关键词最多 ${COMMENT_LIMITS.keyword} 个字`).min(1, '请输入关键词'))
      .max(COMMENT_LIMITS.keywords, `最多 ${COMMENT_LIMITS.keywords} 个关键词`)
      .overwrite((words) => [...new Set(words)]),
    /** 评论回复, below the comment. */
    reply: typedText(COMMENT_LIMITS.reply, `评论回复最多 ${COMMENT_LIMITS.reply} 个字`).min(1, '请输入评论回复'),
    /** 引导私信: a private message after the reply. */
    guide: z
      .object({
        enabled: z.boolean(),
        text: typedText(COMMENT_LIMITS.message, `私信最多 ${COMMENT_LIMITS.message} 个字`),
      })
      .refine(({ enabled, text }) => !enabled || text !== '', { path: ['text'], message: '请输入私信内容' }),
  })
  .refine(({ mode, keywords }) => mode === 'ai' || keywords.length > 0, {
    path: ['keywords'],
    message: '请输入关键词',
  })
export type CommentSetting = z.infer<typeof CommentSetting>

export const CommentVersion = CommentSetting.safeExtend({ version: z.int32() })
export type CommentVersion = z.infer<typeof CommentVersion>

/** The card, with comments answered and private messages sent in the last 7 days. */
export const CommentCard = CommentVersion.safeExtend({ repliedInWeek: z.int32(), guidedInWeek: z.int32() })
export type CommentCard = z.infer<typeof CommentCard>
