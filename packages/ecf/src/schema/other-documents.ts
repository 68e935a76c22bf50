/** The five formats other than the e-CF, in the notation of ecf.ts with a single column. */

/** Summary of an invoice type 32 below RD$250,000. @source RFCE 32 v.1.0.xsd */
export const RFCE = `
Encabezado                                                                                    1
  Version                                                 Version                             1
  IdDoc                                                                                       1
    TipoeCF                                               TipoeCF                             1
    eNCF                                                  eNCF                                1
    TipoIngresos                                          TipoIngresos                        1
    TipoPago                                              TipoPago                            1
    TablaFormasPago                                                                           ?
      FormaDePago[7]                                                                          ?
        FormaPago                                         FormaPago                           ?
        MontoPago                                         Monto                               ?
  Emisor                                                                                      1
    RNCEmisor                                             RNC                                 1
    RazonSocialEmisor                                     Texto150                            1
    FechaEmision                                          Fecha                               1
  Comprador                                                                                   1
    RNCComprador                                          RNC                                 ?
    IdentificadorExtranjero                               TextoOpcional20                     ?
    RazonSocialComprador                                  TextoOpcional150                    ?
  Totales                                                                                     1
    MontoGravadoTotal                                     Monto                               ?
    MontoGravadoI1                                        Monto                               ?
    MontoGravadoI2                                        Monto                               ?
    MontoGravadoI3                                        Monto                               ?
    MontoExento                                           Monto                               ?
    TotalITBIS                                            Monto                               ?
    TotalITBIS1                                           Monto                               ?
    TotalITBIS2                                           Monto                               ?
    TotalITBIS3                                           Monto                               ?
    MontoImpuestoAdicional                                MontoPositivo                       ?
    ImpuestosAdicionales                                                                      ?
      ImpuestoAdicional[20]                                                                   ?
        TipoImpuesto                                      CodificacionTipoImpuestos           ?
        MontoImpuestoSelectivoConsumoEspecifico           MontoPositivo                       ?
        MontoImpuestoSelectivoConsumoAdvalorem            MontoPositivo                       ?
        OtrosImpuestosAdicionales                         MontoPositivo                       ?
    MontoTotal                                            Monto                               1
    MontoNoFacturable                                     MontoConSigno                       ?
    MontoPeriodo                                          MontoConSigno                       ?
  CodigoSeguridadeCF                                      CodigoSeguridad                     1
`;

/** Commercial approval: the buyer accepts or rejects. @source ACECF v.1.0.xsd */
export const ACECF = `
DetalleAprobacionComercial                                                                    1
  Version                                                 Version                             1
  RNCEmisor                                               RNC                                 1
  eNCF                                                    eNCF                                1
  FechaEmision                                            Fecha                               1
  MontoTotal                                              Monto                               1
  RNCComprador                                            RNC                                 1
  Estado                                                  EstadoAprobacion                    1
  DetalleMotivoRechazo                                    TextoOpcional250                    ?
  FechaHoraAprobacionComercial                            FechaHora                           1
`;

/** Acknowledgement of receipt. @source ARECF v1.0.xsd */
export const ARECF = `
DetalleAcusedeRecibo                                                                          1
  Version                                                 Version                             1
  RNCEmisor                                               RNC                                 1
  RNCComprador                                            RNC                                 1
  eNCF                                                    eNCF                                1
  Estado                                                  EstadoRecepcion                     1
  CodigoMotivoNoRecibido                                  CodigoMotivoNoRecibido              ?
  FechaHoraAcuseRecibo                                    FechaHora                           1
`;

/** Annulment of unused sequences. `RncEmisor` and `CantidadeNCFAnulados` are spelled as in the XSD. @source ANECF v.1.0.xsd */
export const ANECF = `
Encabezado                                                                                    1
  Version                                                 Version                             1
  RncEmisor                                               RNC                                 1
  CantidadeNCFAnulados                                    Entero10                            1
  FechaHoraAnulacioneNCF                                  FechaHora                           1
DetalleAnulacion                                                                              1
  Anulacion[10]                                                                               1
    NoLinea[10]                                           Entero2                             1
    TipoeCF                                               TipoeCF                             1
    TablaRangoSecuenciasAnuladaseNCF                                                          1
      Secuencias[10000]                                                                       1
        SecuenciaeNCFDesde                                Texto13                             1
        SecuenciaeNCFHasta                                Texto13                             1
    CantidadeNCFAnulados                                  Entero10                            1
`;

/** The seed that the authority sends to be signed. @source Semilla v.1.0.xsd */
export const SemillaModel = `
valor                                                     TextoLibre                          1
fecha                                                     InstanteISO                         1
`;
