import type { Filters } from './filters.ts'

export const PRESETS = ['conservative', 'balanced', 'aggressive'] as const
export type Preset = (typeof PRESETS)[number]
type PresetFilters = Pick<Filters, 'minNet' | 'minPnL' | 'maxLev' | 'minLiq' | 'fundingDir'>

/** Presets of carry (CONST-12 to CONST-14). */
export const PRESET_FILTERS: Readonly<Record<Preset, PresetFilters>> = {
  conservative: { minNet: 8, minPnL: 5, maxLev: 1, minLiq: 30, fundingDir: 'positive' },
  balanced: { minNet: 6, minPnL: 2, maxLev: 2, minLiq: 25, fundingDir: 'all' },
  aggressive: { minNet: 4, minPnL: 0, maxLev: 2, minLiq: 20, fundingDir: 'all' },
}

/** The preset whose five fields equal those of the filters; null for any other combination. */
export function presetOf(filters: Filters): Preset | null {
  const fits = (preset: PresetFilters) =>
    (Object.keys(preset) as (keyof PresetFilters)[]).every((name) => preset[name] === filters[name])
  return PRESETS.find((name) => fits(PRESET_FILTERS[name])) ?? null
}
