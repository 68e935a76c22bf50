import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';

/** A link to the simulation of the certification. */
export const SimulationLink = () => (
  <Button component={Link} to="/certification/simulacion-ecf">
    Abrir Pruebas de Simulación ECF
  </Button>
);
