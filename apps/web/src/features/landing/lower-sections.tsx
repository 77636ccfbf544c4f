import { AudienceSection } from './audience-section.tsx'
import { DemoSection } from './demo-section.tsx'
import { FeaturesSection } from './features-section.tsx'
import { ModesSection } from './modes-section.tsx'
import { PlansSection } from './plans-section.tsx'
import { SafetySection } from './safety-section.tsx'
import { StepsSection } from './steps-section.tsx'
import { WorkedExample } from './worked-example.tsx'

/** The sections below the figures, which need none of them. */
export function LowerSections() {
  return (
    <>
      <ModesSection />
      <WorkedExample />
      <DemoSection />
      <FeaturesSection />
      <PlansSection />
      <StepsSection />
      <SafetySection />
      <AudienceSection />
    </>
  )
}
