import { z } from 'zod/v4'
import { config } from 'zod/v4/core'

// The content policy forbids the compiler that zod would try (docs/spec.md#browser-wall). In pages this file replaces zod (vite.config.ts).
if (typeof document !== 'undefined') config({ jitless: true })

export { z }
