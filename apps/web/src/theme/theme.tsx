// Only the style sheets of the components in use, in Mantine's own order.
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/Button.layer.css';
import './mantine.css';
import {
  type ActionIconProps,
  type ButtonProps,
  createTheme,
  defaultVariantColorsResolver,
  type NativeSelectProps,
  type PasswordInputProps,
  type VariantColorsResolver,
} from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';

const clear = '1px solid transparent';

/** Buttons with the design tokens: accent for the next step, red for a destructive action, borders for the rest. */
const variantColorResolver: VariantColorsResolver = (input) => {
  switch (input.variant) {
    case 'filled':
      return input.color === 'red'
        ? { background: 'var(--bad)', hover: 'var(--bad-hover)', color: 'var(--on-accent)', border: clear }
        : { background: 'var(--accent)', hover: 'var(--accent-hover)', color: 'var(--on-accent)', border: clear };
    case 'subtle':
      return { background: 'transparent', hover: 'var(--surface-2)', color: 'var(--text-2)', border: clear };
    case 'light':
      return {
        background: 'var(--accent-soft)',
        hover: 'var(--accent-soft)',
        color: 'var(--accent-text)',
        border: clear,
      };
    default:
      return defaultVariantColorsResolver(input);
  }
};

/**
 * Mantine's theme. Its own style elements are disabled by the provider: every variable is in tokens.css and
 * mantine.css, so that the Content-Security-Policy can forbid inline styles and string sinks.
 */
export const theme = createTheme({
  primaryColor: 'teal',
  fontFamily: 'var(--font)',
  defaultRadius: 8,
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver,
  // Only the types of the components are imported: a screen that shows none does not load it.
  components: {
    Button: { defaultProps: { variant: 'default' } satisfies ButtonProps },
    ActionIcon: { defaultProps: { variant: 'subtle', size: 32 } satisfies ActionIconProps },
    NativeSelect: { defaultProps: { rightSection: <IconChevronDown size={16} /> } satisfies NativeSelectProps },
    PasswordInput: {
      defaultProps: {
        visibilityToggleFocusable: true,
        visibilityToggleButtonProps: { 'aria-label': 'Mostrar contraseña' },
      } satisfies PasswordInputProps,
    },
  },
});
