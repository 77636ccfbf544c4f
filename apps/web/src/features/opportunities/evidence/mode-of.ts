import type { CarryAnswer, EvidenceAnswer, SpotAnswer, TriAnswer } from '@makas/contract'

export const isSpot = (answer: EvidenceAnswer): answer is SpotAnswer => answer.row.mode === 'spot'
export const isCarry = (answer: EvidenceAnswer): answer is CarryAnswer => answer.row.mode === 'carry'
export const isTri = (answer: EvidenceAnswer): answer is TriAnswer => answer.row.mode === 'tri'
