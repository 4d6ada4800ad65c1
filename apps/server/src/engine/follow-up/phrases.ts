/** Alternative texts of one step. `～` becomes a full stop in the professional tone. */
type Alternatives = readonly string[]

/** Openings before a field is asked for again. */
export const FIELD_REMINDERS: Alternatives = [
  '刚才聊到一半啦，',
  '您先忙，方便的时候回复我就好～',
  '还差一点就能帮您看了，',
  '想给您更合适的建议，',
]

/** By step, when the topic of the customer's last question is known. */
export const TOPIC_QUESTIONS: readonly ((topic: string) => Alternatives)[] = [
  (topic) => [
    `刚才您问的「${topic}」，还有哪里想再了解的吗？`,
    `关于「${topic}」，不知道刚才说清楚了没有？`,
    `您还在看「${topic}」吗？有疑问可以直接问我～`,
    `「${topic}」这块还有不清楚的地方吗？`,
  ],
  (topic) => [
    `您之前咨询的「${topic}」，考虑得怎么样了？`,
    `忙完了吗？「${topic}」还想继续了解的话，回复我就行～`,
    `打扰一下，「${topic}」您还有其他问题吗？`,
    `您关心的「${topic}」，还需要我再介绍一下吗？`,
  ],
  (topic) => [
    `您之前问过「${topic}」，现在还需要了解吗？`,
    `再跟您确认一下，「${topic}」还需要了解吗？不需要也没关系～`,
    `「${topic}」您后来有想法了吗？想了解可以接着问我～`,
  ],
]

/** By step, without a topic. */
export const GENERAL_QUESTIONS: readonly Alternatives[] = [
  [
    '刚才的回答有帮到您吗？',
    '您还在吗？还有想了解的可以直接问我～',
    '还有哪里不清楚吗？可以接着问我～',
    '您先忙，有想了解的直接回复我就好～',
  ],
  [
    '忙完了吗？还有想了解的可以接着问我～',
    '打扰一下，您之前咨询的内容还有其他问题吗？',
    '您考虑得怎么样了？有疑问可以直接问我～',
  ],
  [
    '您之前咨询的内容，现在还需要了解吗？',
    '再跟您确认一下，还需要了解吗？不需要也没关系～',
    '您后来有想法了吗？想了解可以接着问我～',
  ],
]
