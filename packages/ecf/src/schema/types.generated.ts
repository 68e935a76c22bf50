// Generated from the schema tables by scripts/generate.ts. Not to be edited.

/** An electronic receipt of any of the ten types. Elements that only some types have are optional. */
export interface ECF {
  Encabezado: {
    /** código de Version */
    Version: string;
    IdDoc: {
      /** código de TipoeCF */
      TipoeCF: string;
      /** un eNCF de 13 letras y dígitos */
      eNCF: string;
      /** código de IndicadorNotaCredito */
      IndicadorNotaCredito?: string;
      /** una fecha dd-MM-aaaa que exista */
      FechaVencimientoSecuencia?: string;
      /** código de IndicadorEnvioDiferido */
      IndicadorEnvioDiferido?: string;
      /** código de IndicadorMontoGravado */
      IndicadorMontoGravado?: string;
      /** código de IndicadorServicioTodoIncluido */
      IndicadorServicioTodoIncluido?: string;
      /** código de TipoIngresos */
      TipoIngresos?: string;
      /** código de TipoPago */
      TipoPago?: string;
      /** una fecha dd-MM-aaaa que exista */
      FechaLimitePago?: string;
      /** de 1 a 15 letras, dígitos o espacios, sin puntuación */
      TerminoPago?: string;
      TablaFormasPago?: {
        FormaDePago: {
          /** código de FormaPago */
          FormaPago: string;
          /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
          MontoPago: string;
        }[];
      };
      /** código de TipoCuentaPago */
      TipoCuentaPago?: string;
      /** un texto de 1 a 28 caracteres */
      NumeroCuentaPago?: string;
      /** un texto de 1 a 75 caracteres */
      BancoPago?: string;
      /** una fecha dd-MM-aaaa que exista */
      FechaDesde?: string;
      /** una fecha dd-MM-aaaa que exista */
      FechaHasta?: string;
      /** un entero de 2 a 9999 */
      TotalPaginas?: string;
    };
    Emisor: {
      /** un RNC de 9 dígitos o una cédula de 11, sin guiones */
      RNCEmisor: string;
      /** un texto de 1 a 150 caracteres */
      RazonSocialEmisor: string;
      /** un texto de 1 a 150 caracteres */
      NombreComercial?: string;
      /** un texto de 1 a 20 caracteres */
      Sucursal?: string;
      /** un texto de 1 a 100 caracteres */
      DireccionEmisor: string;
      /** código de ProvinciaMunicipio */
      Municipio?: string;
      /** código de ProvinciaMunicipio */
      Provincia?: string;
      TablaTelefonoEmisor?: {
        /** un teléfono con la forma 809-555-1234 */
        TelefonoEmisor: string[];
      };
      /** un correo electrónico de hasta 80 caracteres, sin guion bajo */
      CorreoEmisor?: string;
      /** un texto de 1 a 50 caracteres */
      WebSite?: string;
      /** un texto de 1 a 100 caracteres */
      ActividadEconomica?: string;
      /** un texto de 1 a 60 caracteres */
      CodigoVendedor?: string;
      /** un texto de 1 a 20 caracteres */
      NumeroFacturaInterna?: string;
      /** un entero de hasta 20 dígitos */
      NumeroPedidoInterno?: string;
      /** un texto de 1 a 20 caracteres */
      ZonaVenta?: string;
      /** un texto de 1 a 20 caracteres */
      RutaVenta?: string;
      /** un texto de 1 a 250 caracteres */
      InformacionAdicionalEmisor?: string;
      /** una fecha dd-MM-aaaa que exista */
      FechaEmision: string;
    };
    Comprador?: {
      /** un RNC de 9 dígitos o una cédula de 11, sin guiones */
      RNCComprador?: string;
      /** un texto de 1 a 20 caracteres */
      IdentificadorExtranjero?: string;
      /** un texto de 1 a 150 caracteres */
      RazonSocialComprador?: string;
      /** un texto de 1 a 80 caracteres */
      ContactoComprador?: string;
      /** un correo electrónico de hasta 80 caracteres, sin guion bajo */
      CorreoComprador?: string;
      /** un texto de 1 a 100 caracteres */
      DireccionComprador?: string;
      /** código de ProvinciaMunicipio */
      MunicipioComprador?: string;
      /** código de ProvinciaMunicipio */
      ProvinciaComprador?: string;
      /** un texto de 3 a 60 caracteres sin dígitos, terminado en letra */
      PaisComprador?: string;
      /** una fecha dd-MM-aaaa que exista */
      FechaEntrega?: string;
      /** un texto de 1 a 100 caracteres */
      ContactoEntrega?: string;
      /** un texto de 1 a 100 caracteres */
      DireccionEntrega?: string;
      /** un teléfono con la forma 809-555-1234 */
      TelefonoAdicional?: string;
      /** una fecha dd-MM-aaaa que exista */
      FechaOrdenCompra?: string;
      /** un texto de 1 a 20 caracteres */
      NumeroOrdenCompra?: string;
      /** un texto de 1 a 20 caracteres */
      CodigoInternoComprador?: string;
      /** un texto de hasta 20 letras, comas y espacios */
      ResponsablePago?: string;
      /** un texto de 1 a 150 caracteres */
      InformacionAdicionalComprador?: string;
    };
    InformacionesAdicionales?: {
      /** una fecha dd-MM-aaaa que exista */
      FechaEmbarque?: string;
      /** un texto de 1 a 25 caracteres */
      NumeroEmbarque?: string;
      /** un texto de 1 a 100 caracteres */
      NumeroContenedor?: string;
      /** un entero de hasta 20 dígitos */
      NumeroReferencia?: string;
      /** un texto de 1 a 40 caracteres */
      NombrePuertoEmbarque?: string;
      /** un texto de 3 letras */
      CondicionesEntrega?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles, mayor que cero */
      TotalFob?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles, mayor que cero */
      Seguro?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles, mayor que cero */
      Flete?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles, mayor que cero */
      OtrosGastos?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      TotalCif?: string;
      /** un texto de 3 a 35 caracteres sin dígitos, terminado en letra */
      RegimenAduanero?: string;
      /** un texto de 1 a 40 caracteres */
      NombrePuertoSalida?: string;
      /** un texto de 1 a 40 caracteres */
      NombrePuertoDesembarque?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      PesoBruto?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      PesoNeto?: string;
      /** código de UnidadMedida */
      UnidadPesoBruto?: string;
      /** código de UnidadMedida */
      UnidadPesoNeto?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      CantidadBulto?: string;
      /** código de UnidadMedida */
      UnidadBulto?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles, mayor que cero */
      VolumenBulto?: string;
      /** código de UnidadMedida */
      UnidadVolumen?: string;
    };
    Transporte?: {
      /** código de ViaTransporte */
      ViaTransporte?: string;
      /** un texto de 3 a 60 caracteres sin dígitos, terminado en letra */
      PaisOrigen?: string;
      /** un texto de 1 a 100 caracteres */
      DireccionDestino?: string;
      /** un texto de 3 a 60 caracteres sin dígitos, terminado en letra */
      PaisDestino?: string;
      /** un texto de 1 a 20 caracteres */
      RNCIdentificacionCompaniaTransportista?: string;
      /** un texto de 1 a 150 caracteres */
      NombreCompaniaTransportista?: string;
      /** un texto de 1 a 20 caracteres */
      NumeroViaje?: string;
      /** un texto de 1 a 20 caracteres */
      Conductor?: string;
      /** un entero de hasta 20 dígitos */
      DocumentoTransporte?: string;
      /** un texto de 1 a 10 caracteres */
      Ficha?: string;
      /** un texto de 1 a 7 caracteres */
      Placa?: string;
      /** un texto de 1 a 20 caracteres */
      RutaTransporte?: string;
      /** un texto de 1 a 20 caracteres */
      ZonaTransporte?: string;
      /** un texto de 1 a 20 caracteres */
      NumeroAlbaran?: string;
    };
    Totales: {
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      MontoGravadoTotal?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      MontoGravadoI1?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      MontoGravadoI2?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      MontoGravadoI3?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      MontoExento?: string;
      /** un entero de hasta 2 dígitos */
      ITBIS1?: string;
      /** un entero de hasta 2 dígitos */
      ITBIS2?: string;
      /** un entero de hasta 2 dígitos */
      ITBIS3?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      TotalITBIS?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      TotalITBIS1?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      TotalITBIS2?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      TotalITBIS3?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles, mayor que cero */
      MontoImpuestoAdicional?: string;
      ImpuestosAdicionales?: {
        ImpuestoAdicional: {
          /** código de CodificacionTipoImpuestos */
          TipoImpuesto?: string;
          /** un número de hasta 3 enteros y 2 decimales, con punto decimal y sin separador de miles, mayor que cero */
          TasaImpuestoAdicional?: string;
          /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles, mayor que cero */
          MontoImpuestoSelectivoConsumoEspecifico?: string;
          /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles, mayor que cero */
          MontoImpuestoSelectivoConsumoAdvalorem?: string;
          /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles, mayor que cero */
          OtrosImpuestosAdicionales?: string;
        }[];
      };
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      MontoTotal: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      MontoNoFacturable?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      MontoPeriodo?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      SaldoAnterior?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      MontoAvancePago?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      ValorPagar?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      TotalITBISRetenido?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      TotalISRRetencion?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      TotalITBISPercepcion?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      TotalISRPercepcion?: string;
    };
    OtraMoneda?: {
      /** código de TipoMoneda */
      TipoMoneda?: string;
      /** un número de hasta 3 enteros y 4 decimales, con punto decimal y sin separador de miles, mayor que cero */
      TipoCambio?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      MontoGravadoTotalOtraMoneda?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      MontoGravado1OtraMoneda?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      MontoGravado2OtraMoneda?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      MontoGravado3OtraMoneda?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      MontoExentoOtraMoneda?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      TotalITBISOtraMoneda?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      TotalITBIS1OtraMoneda?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      TotalITBIS2OtraMoneda?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      TotalITBIS3OtraMoneda?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles, mayor que cero */
      MontoImpuestoAdicionalOtraMoneda?: string;
      ImpuestosAdicionalesOtraMoneda?: {
        ImpuestoAdicionalOtraMoneda: {
          /** código de CodificacionTipoImpuestos */
          TipoImpuestoOtraMoneda?: string;
          /** un número de hasta 3 enteros y 2 decimales, con punto decimal y sin separador de miles, mayor que cero */
          TasaImpuestoAdicionalOtraMoneda?: string;
          /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles, mayor que cero */
          MontoImpuestoSelectivoConsumoEspecificoOtraMoneda?: string;
          /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles, mayor que cero */
          MontoImpuestoSelectivoConsumoAdvaloremOtraMoneda?: string;
          /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles, mayor que cero */
          OtrosImpuestosAdicionalesOtraMoneda?: string;
        }[];
      };
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      MontoTotalOtraMoneda?: string;
    };
  };
  DetallesItems: {
    Item: {
      /** un entero de 1 a 1000 */
      NumeroLinea: string;
      TablaCodigosItem?: {
        CodigosItem: {
          /** un texto de 1 a 14 caracteres */
          TipoCodigo: string;
          /** un texto de 1 a 35 caracteres */
          CodigoItem: string;
        }[];
      };
      /** código de IndicadorFacturacion */
      IndicadorFacturacion: string;
      Retencion?: {
        /** código de IndicadorAgenteRetencionoPercepcion */
        IndicadorAgenteRetencionoPercepcion?: string;
        /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
        MontoITBISRetenido?: string;
        /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
        MontoISRRetenido?: string;
      };
      /** un texto de 1 a 80 caracteres */
      NombreItem: string;
      /** código de IndicadorBienoServicio */
      IndicadorBienoServicio: string;
      /** un texto de 1 a 1000 caracteres */
      DescripcionItem?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles, mayor que cero */
      CantidadItem: string;
      /** código de UnidadMedida */
      UnidadMedida?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      CantidadReferencia?: string;
      /** código de UnidadMedida */
      UnidadReferencia?: string;
      TablaSubcantidad?: {
        SubcantidadItem: {
          /** un número de hasta 16 enteros y 3 decimales, con punto decimal y sin separador de miles */
          Subcantidad?: string;
          /** código de UnidadMedida */
          CodigoSubcantidad?: string;
        }[];
      };
      /** un número de hasta 3 enteros y 2 decimales, con punto decimal y sin separador de miles, mayor que cero */
      GradosAlcohol?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles, mayor que cero */
      PrecioUnitarioReferencia?: string;
      /** una fecha dd-MM-aaaa que exista */
      FechaElaboracion?: string;
      /** una fecha dd-MM-aaaa que exista */
      FechaVencimientoItem?: string;
      Mineria?: {
        /** un número de hasta 16 enteros y 3 decimales, con punto decimal y sin separador de miles */
        PesoNetoKilogramo?: string;
        /** un número de hasta 16 enteros y 3 decimales, con punto decimal y sin separador de miles */
        PesoNetoMineria?: string;
        /** código de TipoAfiliacion */
        TipoAfiliacion?: string;
        /** código de Liquidacion */
        Liquidacion?: string;
      };
      /** un número de hasta 16 enteros y 4 decimales, con punto decimal y sin separador de miles */
      PrecioUnitarioItem: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      DescuentoMonto?: string;
      TablaSubDescuento?: {
        SubDescuento: {
          /** código de TipoDescuentoRecargo */
          TipoSubDescuento: string;
          /** un número de hasta 3 enteros y 2 decimales, con punto decimal y sin separador de miles, mayor que cero */
          SubDescuentoPorcentaje?: string;
          /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
          MontoSubDescuento?: string;
        }[];
      };
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      RecargoMonto?: string;
      TablaSubRecargo?: {
        SubRecargo: {
          /** código de TipoDescuentoRecargo */
          TipoSubRecargo: string;
          /** un número de hasta 3 enteros y 2 decimales, con punto decimal y sin separador de miles, mayor que cero */
          SubRecargoPorcentaje?: string;
          /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
          MontoSubRecargo?: string;
        }[];
      };
      TablaImpuestoAdicional?: {
        ImpuestoAdicional: {
          /** código de CodificacionTipoImpuestos */
          TipoImpuesto: string;
        }[];
      };
      OtraMonedaDetalle?: {
        /** un número de hasta 16 enteros y 4 decimales, con punto decimal y sin separador de miles */
        PrecioOtraMoneda?: string;
        /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
        DescuentoOtraMoneda?: string;
        /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
        RecargoOtraMoneda?: string;
        /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
        MontoItemOtraMoneda?: string;
      };
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      MontoItem: string;
    }[];
  };
  Subtotales?: {
    Subtotal: {
      /** un entero de hasta 2 dígitos */
      NumeroSubTotal?: string;
      /** un texto de 1 a 40 caracteres */
      DescripcionSubtotal?: string;
      /** un entero de hasta 2 dígitos */
      Orden?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      SubTotalMontoGravadoTotal?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      SubTotalMontoGravadoI1?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      SubTotalMontoGravadoI2?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      SubTotalMontoGravadoI3?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      SubTotaITBIS?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      SubTotaITBIS1?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      SubTotaITBIS2?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      SubTotaITBIS3?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      SubTotalImpuestoAdicional?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      SubTotalExento?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      MontoSubTotal?: string;
      /** un entero de hasta 2 dígitos */
      Lineas?: string;
    }[];
  };
  DescuentosORecargos?: {
    DescuentoORecargo: {
      /** un entero de hasta 2 dígitos */
      NumeroLinea: string;
      /** código de TipoAjuste */
      TipoAjuste: string;
      /** código de IndicadorNorma1007 */
      IndicadorNorma1007?: string;
      /** un texto de 1 a 45 caracteres */
      DescripcionDescuentooRecargo?: string;
      /** código de TipoDescuentoRecargo */
      TipoValor?: string;
      /** un número de hasta 3 enteros y 2 decimales, con punto decimal y sin separador de miles, mayor que cero */
      ValorDescuentooRecargo?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      MontoDescuentooRecargo?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      MontoDescuentooRecargoOtraMoneda?: string;
      /** código de IndicadorFacturacionDR */
      IndicadorFacturacionDescuentooRecargo?: string;
    }[];
  };
  Paginacion?: {
    Pagina: {
      /** un entero de 1 a 1000 */
      PaginaNo?: string;
      /** un entero de 1 a 1000 */
      NoLineaDesde?: string;
      /** un entero de 1 a 1000 */
      NoLineaHasta?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      SubtotalMontoGravadoPagina?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      SubtotalMontoGravado1Pagina?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      SubtotalMontoGravado2Pagina?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      SubtotalMontoGravado3Pagina?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      SubtotalExentoPagina?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      SubtotalItbisPagina?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      SubtotalItbis1Pagina?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      SubtotalItbis2Pagina?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      SubtotalItbis3Pagina?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles, mayor que cero */
      SubtotalImpuestoAdicionalPagina?: string;
      SubtotalImpuestoAdicional?: {
        /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles, mayor que cero */
        SubtotalImpuestoSelectivoConsumoEspecificoPagina?: string;
        /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles, mayor que cero */
        SubtotalOtrosImpuesto?: string;
      };
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      MontoSubtotalPagina?: string;
      /** un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles */
      SubtotalMontoNoFacturablePagina?: string;
    }[];
  };
  InformacionReferencia?: {
    /** un NCF de 11 a 19 caracteres */
    NCFModificado?: string;
    /** un RNC de 9 dígitos o una cédula de 11, sin guiones */
    RNCOtroContribuyente?: string;
    /** una fecha dd-MM-aaaa que exista */
    FechaNCFModificado?: string;
    /** código de CodigoModificacion */
    CodigoModificacion?: string;
    /** un texto de 1 a 90 caracteres */
    RazonModificacion?: string;
  };
  /** una fecha y hora dd-MM-aaaa HH:mm:ss que exista */
  FechaHoraFirma: string;
}

/** Summary of an invoice type 32 below RD$250,000. */
export interface RFCE {
  Encabezado: {
    /** código de Version */
    Version: string;
    IdDoc: {
      /** código de TipoeCF */
      TipoeCF: string;
      /** un eNCF de 13 letras y dígitos */
      eNCF: string;
      /** código de TipoIngresos */
      TipoIngresos: string;
      /** código de TipoPago */
      TipoPago: string;
      TablaFormasPago?: {
        FormaDePago?: {
          /** código de FormaPago */
          FormaPago?: string;
          /** un número de hasta 16 enteros, con dos decimales exactos */
          MontoPago?: string;
        }[];
      };
    };
    Emisor: {
      /** un RNC de 9 dígitos o una cédula de 11, sin guiones */
      RNCEmisor: string;
      /** un texto de 1 a 150 caracteres */
      RazonSocialEmisor: string;
      /** una fecha dd-MM-aaaa que exista */
      FechaEmision: string;
    };
    Comprador: {
      /** un RNC de 9 dígitos o una cédula de 11, sin guiones */
      RNCComprador?: string;
      /** un texto de 0 a 20 caracteres */
      IdentificadorExtranjero?: string;
      /** un texto de 0 a 150 caracteres */
      RazonSocialComprador?: string;
    };
    Totales: {
      /** un número de hasta 16 enteros, con dos decimales exactos */
      MontoGravadoTotal?: string;
      /** un número de hasta 16 enteros, con dos decimales exactos */
      MontoGravadoI1?: string;
      /** un número de hasta 16 enteros, con dos decimales exactos */
      MontoGravadoI2?: string;
      /** un número de hasta 16 enteros, con dos decimales exactos */
      MontoGravadoI3?: string;
      /** un número de hasta 16 enteros, con dos decimales exactos */
      MontoExento?: string;
      /** un número de hasta 16 enteros, con dos decimales exactos */
      TotalITBIS?: string;
      /** un número de hasta 16 enteros, con dos decimales exactos */
      TotalITBIS1?: string;
      /** un número de hasta 16 enteros, con dos decimales exactos */
      TotalITBIS2?: string;
      /** un número de hasta 16 enteros, con dos decimales exactos */
      TotalITBIS3?: string;
      /** un número de hasta 16 enteros, con dos decimales exactos, mayor que cero */
      MontoImpuestoAdicional?: string;
      ImpuestosAdicionales?: {
        ImpuestoAdicional?: {
          /** código de CodificacionTipoImpuestos */
          TipoImpuesto?: string;
          /** un número de hasta 16 enteros, con dos decimales exactos, mayor que cero */
          MontoImpuestoSelectivoConsumoEspecifico?: string;
          /** un número de hasta 16 enteros, con dos decimales exactos, mayor que cero */
          MontoImpuestoSelectivoConsumoAdvalorem?: string;
          /** un número de hasta 16 enteros, con dos decimales exactos, mayor que cero */
          OtrosImpuestosAdicionales?: string;
        }[];
      };
      /** un número de hasta 16 enteros, con dos decimales exactos */
      MontoTotal: string;
      /** un número de hasta 16 enteros, con dos decimales exactos */
      MontoNoFacturable?: string;
      /** un número de hasta 16 enteros, con dos decimales exactos */
      MontoPeriodo?: string;
    };
    /** un código de seguridad de 6 caracteres */
    CodigoSeguridadeCF: string;
  };
}

/** Commercial approval or rejection by the buyer. */
export interface ACECF {
  DetalleAprobacionComercial: {
    /** código de Version */
    Version: string;
    /** un RNC de 9 dígitos o una cédula de 11, sin guiones */
    RNCEmisor: string;
    /** un NCF de 9, 11 o 13 letras y dígitos */
    eNCF: string;
    /** una fecha dd-MM-aaaa que exista */
    FechaEmision: string;
    /** un número con dos decimales exactos, con punto decimal */
    MontoTotal: string;
    /** un RNC de 9 dígitos o una cédula de 11, sin guiones */
    RNCComprador: string;
    /** código de EstadoAprobacion */
    Estado: string;
    /** un texto de 0 a 250 caracteres */
    DetalleMotivoRechazo?: string;
    /** una fecha y hora dd-MM-aaaa HH:mm:ss que exista */
    FechaHoraAprobacionComercial: string;
  };
}

/** Acknowledgement of receipt. */
export interface ARECF {
  DetalleAcusedeRecibo: {
    /** código de Version */
    Version: string;
    /** un RNC de 9 dígitos o una cédula de 11, sin guiones */
    RNCEmisor: string;
    /** un RNC de 9 dígitos o una cédula de 11, sin guiones */
    RNCComprador: string;
    /** un NCF de 9, 11 o 13 letras y dígitos */
    eNCF: string;
    /** código de EstadoRecepcion */
    Estado: string;
    /** código de CodigoMotivoNoRecibido */
    CodigoMotivoNoRecibido?: string;
    /** una fecha y hora dd-MM-aaaa HH:mm:ss que exista */
    FechaHoraAcuseRecibo: string;
  };
}

/** Annulment of unused sequences. */
export interface ANECF {
  Encabezado: {
    /** código de Version */
    Version: string;
    /** un RNC de 9 dígitos o una cédula de 11, sin guiones */
    RncEmisor: string;
    /** un entero de hasta 10 dígitos */
    CantidadeNCFAnulados: string;
    /** una fecha y hora dd-MM-aaaa HH:mm:ss que exista */
    FechaHoraAnulacioneNCF: string;
  };
  DetalleAnulacion: {
    Anulacion: {
      /** un entero de hasta 2 dígitos */
      NoLinea: string[];
      /** código de TipoeCF */
      TipoeCF: string;
      TablaRangoSecuenciasAnuladaseNCF: {
        Secuencias: {
          /** un texto de 13 caracteres */
          SecuenciaeNCFDesde: string;
          /** un texto de 13 caracteres */
          SecuenciaeNCFHasta: string;
        }[];
      };
      /** un entero de hasta 10 dígitos */
      CantidadeNCFAnulados: string;
    }[];
  };
}

/** The seed that the authority gives to be signed. */
export interface SemillaModel {
  /** un texto */
  valor: string;
  /** una fecha y hora ISO 8601 */
  fecha: string;
}

/** The tree of each format. */
export interface DocumentTrees {
  ECF: ECF;
  RFCE: RFCE;
  ACECF: ACECF;
  ARECF: ARECF;
  ANECF: ANECF;
  SemillaModel: SemillaModel;
}
