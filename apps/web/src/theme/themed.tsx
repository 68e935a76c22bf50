import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { useColorScheme } from '../lib/color-scheme.ts';
import { theme } from './theme.tsx';

/** Provides Mantine's controls with the design tokens, light or dark. */
export function Themed({ children }: { children: ReactNode }) {
  const { scheme } = useColorScheme();
  return (
    <MantineProvider theme={theme} forceColorScheme={scheme} withCssVariables={false} withGlobalClasses={false}>
      {children}
    </MantineProvider>
  );
}
