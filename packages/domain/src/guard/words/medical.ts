import { type BuiltinWord, wordsOf } from './builtin-word.ts'

/** Cures and effects that may not be promised outside medicine (articles 16 to 18), nor for cosmetics. */
export const MEDICAL_WORDS: readonly BuiltinWord[] = [
  { word: '零副作用', suggestion: '请以医生说明为准' },
  { word: '完全无副作用', suggestion: '请以医生说明为准' },
  { word: '永久脱毛', suggestion: '长效脱毛' },
  { word: '药妆品', suggestion: '护肤品' },
  { word: '医学护肤品', suggestion: '护肤品' },
  { word: '一次见效', suggestion: '效果因人而异' },
  { word: '当天见效', suggestion: '效果因人而异' },
  { word: '保证见效', suggestion: '效果因人而异' },
  ...wordsOf(
    '根治 包治百病 包治好 药到病除 治愈率 彻底治愈 完全治愈 保证治愈 彻底根除 一次根除 永不复发 绝不复发 不再复发',
  ),
  ...wordsOf(
    '没有任何副作用 毫无副作用 绝无副作用 无毒副作用 无任何风险 零恢复期 零疼痛 完全无痛 绝对无痛 绝不反弹 永不反弹',
  ),
  ...wordsOf('绝不过敏 三天见效 3天见效 七天见效 7天见效 一周见效 一针见效 疗效显著 疗效最佳 最佳疗效 特效药 祖传秘方'),
  ...wordsOf(
    '宫廷秘方 民间偏方 抗癌 防癌 治癌 抗肿瘤 降血压 降血糖 降血脂 降三高 治疗糖尿病 治疗失眠 治疗痛风 治疗关节炎',
  ),
  ...wordsOf(
    '治疗鼻炎 壮阳 丰胸神器 增高神器 躺瘦 狂瘦 不节食不运动 排毒养颜 清肠排毒 淋巴排毒 排毒瘦身 活血化瘀 疏通经络',
  ),
  ...wordsOf('祛湿排毒 调理内分泌 改善内分泌 激活细胞 细胞再生 细胞修复 逆转衰老 返老还童 年轻十岁 年轻10岁 消除皱纹'),
  ...wordsOf(
    '永久祛斑 永久美白 彻底祛痘 彻底祛斑 速效美白 三天美白 7天美白 一洗白 医美面膜 械字号面膜 医院专用 专家推荐',
  ),
  ...wordsOf('临床验证有效 替代药物 代替药物'),
]
