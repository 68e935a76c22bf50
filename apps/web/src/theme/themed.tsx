import { MantineContext, MantineThemeProvider } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { useColorScheme } from '../lib/color-scheme.ts';
import { theme } from './theme.tsx';

const root = document.documentElement;
root.dataset.respectReducedMotion = 'true';

const unused = () => undefined;

/**
 * Provides Mantine's controls with the design tokens, light or dark. Mantine's own provider also writes variables and
 * classes and stores the colour scheme, with code of 3 kB. Here the style sheets have the variables, and
 * lib/color-scheme.ts keeps the scheme.
 */
export function Themed({ children }: { children: ReactNode }) {
  const { scheme } = useColorScheme();
  const value = useMemo(
    () => ({
      colorScheme: scheme,
      setColorScheme: unused,
      clearColorScheme: unused,
      getRootElement: () => root,
      classNamesPrefix: 'mantine',
      cssVariablesSelector: ':root',
      withStaticClasses: true,
    }),
    [scheme],
  );
  return (
    <MantineContext value={value}>
      <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
    </MantineContext>
  );
}
